import type { PermissionFiles } from '../permission-files.ts';
import { isWithin, parentFolder } from './paths.ts';

/** @internal Returns the folders from the project down to a start folder, including both. */
export function foldersDown(project: string, start: string): readonly string[] {
  const folders = [start];
  for (let folder = start; folder !== project && isWithin(project, folder) && folder !== '/'; ) {
    folder = parentFolder(folder);
    folders.unshift(folder);
  }
  return folders;
}

/**
 * @internal Returns the start folders in which an agent reads files other than those in the project folder: the folders
 * that contain one of the agent's files, the project folder first.
 * @param ownFolders - Names of the agent's folders, such as `.opencode`.
 * @param ownFiles - Names of the agent's files, such as `opencode.json`.
 */
export function startFolders(
  { project, home, files }: PermissionFiles,
  ownFolders: readonly string[],
  ownFiles: readonly string[],
): readonly string[] {
  const found = new Set<string>();
  for (const { path } of files) {
    if (!isWithin(project, path) || (home !== undefined && home !== project && isWithin(home, path))) continue;
    const segments = path.slice(project.length + 1).split('/');
    const own = segments.findIndex((segment) => ownFolders.includes(segment));
    const depth = own === -1 ? segments.length - 1 : own;
    if (own !== -1 || ownFiles.includes(segments.at(-1) ?? ''))
      found.add([project, ...segments.slice(0, depth)].join('/'));
  }
  found.delete(project);
  return [project, ...[...found].toSorted()];
}
