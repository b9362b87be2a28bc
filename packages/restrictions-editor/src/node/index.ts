// Everything here is public API: add with care.
export { type ProjectEditing, projectEditorFiles } from './project-editor-files.ts';
