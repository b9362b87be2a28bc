import { projectModeFiles, projectServerFiles } from '@modegate/project';

/** What settings of this program are called, best first. */
export const settingsFiles = ['modegate.config.json', 'modegate.config.yaml', 'modegate.config.yml'] as const;

/** What the lock file is called unless the settings say otherwise. */
export const defaultLockFile = 'modegate.lock.json';

/** What makes a folder a project. */
export const projectMarkers: readonly string[] = [...projectModeFiles, ...projectServerFiles, ...settingsFiles];

/** Whether a file holds expectations for `modegate test`. */
export function isPolicyTestFile(path: string): boolean {
  return /(^|[\\/.])modes-test\.(ya?ml|json)$/.test(path);
}
