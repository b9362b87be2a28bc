import { projectModeFiles, projectServerFiles } from '@modegate/project';

/** File names of this program's settings, in order of preference. */
export const settingsFiles = ['modegate.config.json', 'modegate.config.yaml', 'modegate.config.yml'] as const;

/** Name of the lock file, unless the settings specify another name. */
export const defaultLockFile = 'modegate.lock.json';

/** Files that mark a folder as a project. */
export const projectMarkers: readonly string[] = [...projectModeFiles, ...projectServerFiles, ...settingsFiles];

/** True if a file contains expectations for `modegate test`. */
export function isPolicyTestFile(path: string): boolean {
  return /(^|[\\/.])modes-test\.(ya?ml|json)$/.test(path);
}
