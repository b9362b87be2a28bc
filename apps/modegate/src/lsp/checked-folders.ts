import { existsSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { defaultLockFile, findProject, isPolicyTestFile, projectMarkers } from '@modegate/policy-check/node';
import { permissionPlaces, permissionRootOf } from '../project/permission-root.ts';
import { projectMarkOf, projectRootOf } from '../project/project-of-file.ts';
import { type CheckedFolder, type CheckedFolderOptions, followFolder } from './checked-folder.ts';

/** Projects for all folders and documents open in an editor. */
export interface CheckedFolders {
  /** Monitors the projects that contain these absolute paths, and no others. */
  readonly follow: (folders: readonly string[], documents: readonly string[]) => void;
  /** Schedules a check of the projects that a change to this file may affect. */
  readonly touch: (path: string, isSaved: boolean) => void;
  /** Returns the project that contains a document. */
  readonly of: (path: string) => CheckedFolder | undefined;
  /** Stops checking. */
  readonly end: () => void;
}

/** Globs for the files that influence decisions, for an editor to watch. */
export const watchedGlobs: readonly string[] = [
  ...[...new Set([...projectMarkers, defaultLockFile, ...permissionPlaces])].map((name) => `**/${name}`),
  '**/*modes-test.{yaml,yml,json}',
];

/** Watches projects, and calls `onEnded` with each project that it stops watching. */
export function followFolders(
  options: CheckedFolderOptions & { readonly onEnded: (folder: CheckedFolder) => void },
): CheckedFolders {
  const followed = new Map<string, CheckedFolder>();
  return {
    follow(folders, documents) {
      const wanted = new Set([
        ...folders.flatMap((path) => (existsSync(path) ? [findProject(path).root] : [])),
        ...documents.filter(decides).map(projectRootOf),
        ...documents.flatMap((path) => permissionRootOf(path) ?? []),
      ]);
      for (const [root, folder] of followed) {
        if (wanted.has(root)) continue;
        folder.end();
        followed.delete(root);
        options.onEnded(folder);
      }
      for (const root of wanted) {
        if (followed.has(root)) continue;
        const folder = followFolder(root, options);
        followed.set(root, folder);
        folder.touch(true);
      }
    },
    touch(path, isSaved) {
      for (const folder of followed.values()) if (concerns(folder, path)) folder.touch(isSaved);
    },
    of(path) {
      const root = projectMarkOf(path) === undefined ? permissionRootOf(path) : undefined;
      return followed.get(root ?? projectRootOf(path)) ?? [...followed.values()].find((folder) => knows(folder, path));
    },
    end() {
      for (const folder of followed.values()) folder.end();
      followed.clear();
    },
  };
}

function decides(path: string): boolean {
  return projectMarkOf(path) !== undefined || path.endsWith(`${sep}${defaultLockFile}`) || isPolicyTestFile(path);
}

function concerns(folder: CheckedFolder, path: string): boolean {
  if (knows(folder, path) || permissionRootOf(path) === folder.root) return true;
  // Settings may be in a folder above the project.
  return decides(path) && (isBelow(path, folder.root) || isBelow(folder.root, dirname(path)));
}

/** True if the file existed when the project was last checked. */
function knows(folder: CheckedFolder, path: string): boolean {
  const outcome = folder.latest();
  if (outcome?.state !== 'checked') return false;
  const { project, settings } = outcome.checked;
  return [...project.paths.values(), settings.file, settings.lock.file, settings.baselineFile].includes(path);
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
