import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { projectModeFiles } from '@modegate/project';
import { AppError } from '@modegate/text-files/settings';
import { settingsFiles } from './family-files.ts';
import { pathExists, pathInside } from './find-project.ts';
import { readLinkedWorktree, realPath } from './linked-worktree.ts';

/**
 * Finds the project folder whose modes and settings apply to a session: the nearest one, searching upwards and across
 * repositories, so that a nested repository does not lift any restrictions. A git worktree belongs to the project to
 * which its `.git` file refers, if that repository also refers to the worktree. The first given folder with a project
 * is used; returns undefined if no folder has a project, in which case the session does not use Modegate.
 *
 * @param isProject - True if the folder itself is a project. Default: {@link usesModegate}.
 * @throws {AppError} for a worktree of a project that does not refer to the worktree, because it is unknown which
 * settings apply there.
 */
export function findSessionProject(
  folders: readonly string[],
  isProject: (folder: string) => boolean = usesModegate,
): string | undefined {
  for (const start of new Set(folders.flatMap((folder) => [resolve(folder), realPath(resolve(folder))]))) {
    const above = allAbove(start);
    const root = findByWorktree(above, isProject) ?? above.find(isProject);
    if (root !== undefined) return root;
  }
  return undefined;
}

/**
 * Finds the folder that corresponds to a project in the git worktree around a folder: paths in the worktree are
 * evaluated in the same way as in the project.
 */
export function findWorktreeOf(root: string, folder: string): string | undefined {
  for (const linked of allAbove(realPath(resolve(folder))).map(readLinkedWorktree)) {
    const inside = linked?.isAgreed === true ? pathInside(realPath(linked.main), realPath(root)) : undefined;
    if (linked !== undefined && inside !== undefined) return join(linked.folder, inside);
  }
  return undefined;
}

/**
 * True if a folder contains Modegate's modes or settings. In the home folder, Bob's file contains the user's own modes
 * and does not make the folder a project.
 */
export function usesModegate(folder: string): boolean {
  const names: readonly string[] = [...projectModeFiles, ...settingsFiles];
  const others = folder === homedir() ? names.filter((name) => !name.startsWith('.bob/')) : names;
  return others.some((name) => pathExists(join(folder, name)));
}

function findByWorktree(above: readonly string[], isProject: (folder: string) => boolean): string | undefined {
  for (const folder of above) {
    const linked = readLinkedWorktree(folder);
    if (linked === undefined) continue;
    const root = allAbove(join(linked.main, relative(folder, above[0] ?? folder))).find(isProject);
    if (root === undefined) continue;
    if (linked.isAgreed) return root;
    // A worktree with its own modes is a separate project.
    if (!above.some(isProject)) throw disputed(linked);
  }
  return undefined;
}

function disputed({ folder, main }: { readonly folder: string; readonly main: string }): AppError {
  return new AppError(
    `${join(folder, '.git')} points to the repository in ${main}, which does not list ${folder} as a worktree. Run \`git worktree repair\` in ${folder}.`,
  );
}

function allAbove(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...allAbove(parent)];
}
