// Everything here is public API: add with care.
export {
  type EditProjectOptions as EditOptions,
  editProject,
  type ProjectEditing,
  projectEditorFiles,
} from './project-editor-files.ts';
