// Everything here is public API: add with care.
export { type EditedText, type EditOptions, editModesText } from './edit/edit-modes-text.ts';
export type { ModesEdit } from './edit/plan-edit.ts';
export type { EditableMode } from './edit/writable-mode.ts';
export { type ModesTextSource, parseModesText } from './parse-modes-text.ts';
