import { join } from 'node:path';
import { showPath } from '@modegate/policy-check/node';
import { type ProjectWatch, watchProject } from '@modegate/project/node';
import { watchPaths } from '@modegate/text-files';
import { permissionPlaces, permissionRootOf } from '../project/permission-root.ts';
import { settingsPlaces } from '../project/settings-places.ts';
import type { Settings } from '../settings.ts';

/** Watches the files that are read when these projects are checked, until other projects or files replace them. */
export interface WatchedFiles {
  /** From now on, watches only these projects. Resolves once any later change is certain to be noticed. */
  readonly replace: (projects: readonly Settings[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Listeners for changes and for failures to watch files. */
export interface WatchedFilesOptions {
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

/** Creates a file watcher that initially watches nothing. */
export function watchFiles(options: WatchedFilesOptions): WatchedFiles {
  let known = '';
  let watches: readonly Pick<ProjectWatch, 'ready' | 'close'>[] = [];
  const close = async () => {
    const before = watches;
    watches = [];
    await Promise.all(before.map((watch) => watch.close()));
  };
  return {
    close,
    async replace(projects) {
      const watched = projects.map(describe);
      const key = JSON.stringify(watched);
      if (key === known) return;
      await close();
      known = key;
      watches = watched.flatMap(({ project, files }) => [
        watchProject({ ...project, rules: true, ...options }),
        watchPaths([...files, ...permissionFolders(project.projectRoot)], {
          ...options,
          stillMs: restMs,
          isMeant: (path) => files.includes(path) || permissionRootOf(path) !== undefined,
        }),
      ]);
      await Promise.all(watches.map(({ ready }) => ready));
    },
  };
}

/** Equals the time for which a project's watcher waits for a file to stop changing. */
const restMs = 200;

function describe({ place, globalConfigDir, serverFiles, file, lock, baselineFile, inventoryFile }: Settings) {
  const named = [file, lock.file, baselineFile, inventoryFile].filter((path) => path !== undefined);
  return {
    project: {
      projectRoot: place.root,
      globalConfigDir,
      serverFiles: serverFiles?.map((path) => showPath(place.root, path)),
    },
    /** Absolute paths of other files that a check reads. */
    files: [...new Set([...named, ...settingsPlaces(place)])],
  };
}

/** Lists the agents' permission files in a folder, and the folders that may contain more permission files. */
function permissionFolders(root: string): readonly string[] {
  return permissionPlaces.map((place) => join(root, place.replace(/\/[^/]*\*.*$/, '')));
}
