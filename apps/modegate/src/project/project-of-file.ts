import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { findProject, projectMarkers, settingsFiles } from '@modegate/policy-check/node';

/** The folder of the project that a file belongs to, or would once it is saved: one of modes or servers makes a project where it is. */
export function projectRootOf(path: string): string {
  const mark = projectMarkOf(path);
  const folder = mark === undefined ? dirname(path) : path.slice(0, -join(sep, mark).length) || sep;
  const isSettings = settingsFiles.some((name) => name === mark);
  return mark !== undefined && !isSettings ? folder : findProject(existingFolder(folder)).root;
}

/** Which of the names of files that make a project a path ends with. */
export function projectMarkOf(path: string): string | undefined {
  return projectMarkers.find((mark) => path.endsWith(join(sep, mark)));
}

function existingFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingFolder(dirname(folder));
}
