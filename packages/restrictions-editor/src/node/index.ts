// Everything here is public API: add with care.
export { type EditOptions, editProject, type ProjectEditing, projectEditorFiles } from './project-editor-files.ts';
