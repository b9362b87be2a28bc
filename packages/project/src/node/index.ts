// Everything here is public API: add with care.
export { type AppliedChange, applyFileChange, type FileChange, TextFileError } from '@modegate/text-files';
export {
  type FoundPermissionFiles,
  findPermissionFiles,
  type PermissionFilesRequest,
} from './find-permission-files.ts';
export {
  type FolderFilesOptions,
  folderFiles,
  folderFilesSync,
  globalFiles,
  globalFilesSync,
} from './folder-files.ts';
export { defaultShell, loadProject, type ProjectLocation } from './load-project.ts';
export { type LoadedRules, loadRules, type RulesRequest } from './load-rules.ts';
export { addPathKinds, readPathKinds } from './path-kinds.ts';
export { isAtPlace, permissionStartOf } from './permission-places.ts';
export { readCallContext } from './read-call-context.ts';
export { readLinks } from './read-links.ts';
export { replaceSource, type SourceChange, sourceFile } from './replace-source.ts';
export { deleteMode, type ModesFile, type SavedModes, type SaveRequest, saveMode } from './save-mode.ts';
export { type ProjectWatch, type WatchRequest, watchProject } from './watch-project.ts';
