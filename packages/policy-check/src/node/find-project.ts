import { existsSync, lstatSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { errorCode } from '@modegate/text-files';
import { AppError } from '@modegate/text-files/settings';
import { projectMarkers } from './family-files.ts';

/** Location of a project. */
export interface ProjectFolders {
  /** Absolute folder that contains the project's files. */
  readonly root: string;
  /**
   * Absolute folder of the enclosing repository, or `root` if there is none. In reports, file names are relative to
   * this folder.
   */
  readonly repository: string;
}

/**
 * Finds the project of a folder or file: the nearest folder, going upwards to the root of the repository, that contains
 * a modes file, a server file or settings.
 *
 * @throws {AppError} exit code 2 if the path does not exist.
 */
export function findProject(path: string): ProjectFolders {
  const start = resolve(path);
  const status = statSync(start, { throwIfNoEntry: false });
  if (status === undefined) throw new AppError(`${path === '.' ? start : path} does not exist.`);
  const folders = listAncestors(status.isDirectory() ? start : dirname(start));
  const root = folders.find((folder) => projectMarkers.some((mark) => pathExists(join(folder, mark))));
  const top = folders.at(-1);
  const repository = top !== undefined && existsSync(join(top, '.git')) ? top : undefined;
  const found = root ?? repository ?? folders[0] ?? start;
  return { root: found, repository: repository ?? found };
}

/**
 * True if a file exists. Dangling links and inaccessible files count as existing: their content is unknown, so they
 * must not count as absent.
 */
export function pathExists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return errorCode(error) !== 'ENOTDIR';
  }
}

/** Lists a folder and its parents, up to the first one that contains a `.git`; lists all parents if none does. */
export function listAncestors(folder: string): readonly string[] {
  const parent = dirname(folder);
  if (existsSync(join(folder, '.git')) || parent === folder) return [folder];
  return [folder, ...listAncestors(parent)];
}

/** Formats a path for reports: relative with forward slashes inside the repository, absolute outside it. */
export function showPath(repository: string, path: string): string {
  const inside = pathInside(repository, path)?.replaceAll(sep, '/') ?? path;
  return inside === '' ? '.' : inside;
}

/** Returns the relative path if a path is the folder or is below it. */
export function pathInside(folder: string, path: string): string | undefined {
  const inside = relative(folder, path);
  return inside === '..' || inside.startsWith(`..${sep}`) || resolve(inside) === inside ? undefined : inside;
}
