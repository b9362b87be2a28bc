// Everything here is public API: add with care.
export { type LoadedModes, loadModes, type ModeFile } from './load-modes.ts';
export { type LoadedRules, loadRules, type RulesRequest } from './load-rules.ts';
export { globalModeFiles, type ModesLocation, projectModeFiles } from './mode-files.ts';
export { deleteMode, type SavedModes, saveMode } from './save-mode.ts';
export { type ModesWatch, type WatchRequest, watchModes } from './watch-modes.ts';
