// Everything here is public API: add with care.
export {
  type EditProjectOptions,
  editProject,
  type ProjectEditing,
  projectEditorFiles,
} from './project-editor-files.ts';
