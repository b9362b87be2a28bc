// Everything here is public API: add with care.
export { type LoadedModes, loadModes, type ModeFile } from './load-modes.ts';
export { globalModeFiles, type ModesLocation, projectModeFiles } from './mode-files.ts';
