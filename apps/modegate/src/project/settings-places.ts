import { dirname, join } from 'node:path';
import { type ProjectFolders, settingsFiles } from '@modegate/policy-check/node';

/** Lists the possible locations of a project's configuration file, the nearest first. */
export function settingsPlaces({ root, repository }: ProjectFolders): readonly string[] {
  const here = settingsFiles.map((name) => join(root, name));
  const isTop = root === repository || root === dirname(root);
  return isTop ? here : [...here, ...settingsPlaces({ root: dirname(root), repository })];
}
