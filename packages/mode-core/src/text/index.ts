// Everything here is public API: add with care.
export { type EditedText, type EditOptions, editModesText } from './edit-modes-text.ts';
export { type ModesTextSource, parseModesText } from './parse-modes-text.ts';
export type { ModesEdit } from './plan-edit.ts';
export type { EditableMode } from './writable-mode.ts';
