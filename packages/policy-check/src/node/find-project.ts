import { existsSync, lstatSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { errorCode } from '@modegate/text-files';
import { AppError } from '@modegate/text-files/settings';
import { projectMarkers } from './family-files.ts';

/** Location of a project. */
export interface ProjectFolders {
  /** Absolute path of the folder that contains the project's files. */
  readonly root: string;
  /**
   * Absolute path of the enclosing repository, or `root` if there is no repository. In reports, file names are relative
   * to this folder.
   */
  readonly repository: string;
}

/**
 * Finds the project to which a folder or file belongs: the nearest folder, searching upwards to the root of the
 * repository, that contains a modes file, a server file or settings.
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
 * True if a file exists. Dangling links and inaccessible files are considered to exist: their content is unknown, so
 * they must not be treated as absent.
 */
export function pathExists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return errorCode(error) !== 'ENOTDIR';
  }
}

/**
 * Lists a folder and its parents, up to the first folder that contains a `.git`; lists all parents if no folder does.
 */
export function listAncestors(folder: string): readonly string[] {
  const parent = dirname(folder);
  if (existsSync(join(folder, '.git')) || parent === folder) return [folder];
  return [folder, ...listAncestors(parent)];
}

/**
 * Formats a path for reports: relative with forward slashes if it is inside the repository, and absolute if it is
 * outside.
 */
export function showPath(repository: string, path: string): string {
  const inside = pathInside(repository, path)?.replaceAll(sep, '/') ?? path;
  return inside === '' ? '.' : inside;
}

/** Returns the path relative to the folder if the path is the folder itself or is below it. */
export function pathInside(folder: string, path: string): string | undefined {
  const inside = relative(folder, path);
  return inside === '..' || inside.startsWith(`..${sep}`) || resolve(inside) === inside ? undefined : inside;
}
