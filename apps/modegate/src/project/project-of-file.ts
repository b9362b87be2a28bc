import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { findProject, projectMarkers, settingsFiles } from '@modegate/policy-check/node';

/**
 * Returns the folder of the project that contains a file, or would contain it once saved: the presence of a modes or
 * servers file makes a folder a project.
 */
export function projectRootOf(path: string): string {
  const mark = projectMarkOf(path);
  const folder = mark === undefined ? dirname(path) : path.slice(0, -join(sep, mark).length) || sep;
  const isSettings = settingsFiles.some((name) => name === mark);
  return mark !== undefined && !isSettings ? folder : findProject(existingFolder(folder)).root;
}

/** Returns the file name at the end of a path if it marks a project. */
export function projectMarkOf(path: string): string | undefined {
  return projectMarkers.find((mark) => path.endsWith(join(sep, mark)));
}

/** Returns the given folder if it exists, otherwise its nearest existing ancestor. */
export function existingFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingFolder(dirname(folder));
}
