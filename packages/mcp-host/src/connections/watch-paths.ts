import { resolve, sep } from 'node:path';
import type { Schedule } from './schedule.ts';

/** Watches files and folders, also while they are absent; what it returns ends that. */
export type WatchFiles = (
  paths: readonly string[],
  watching: { readonly onChange: () => void; readonly onError: (error: unknown) => void },
) => () => Promise<void>;

/** A running watch. */
export interface PathsWatch {
  readonly paths: readonly string[];
  /** Resolves when nothing is watched any more; nothing is called from the moment of the call on. Never rejects. */
  readonly close: () => Promise<void>;
}

/** What {@link watchPaths} needs. */
export interface WatchPathsOptions {
  /** Absolute. */
  readonly paths: readonly string[];
  readonly watchFiles: WatchFiles;
  readonly schedule: Schedule;
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

/** How long files have to be still, so that a build restarts a server once and not with each file that it writes. */
const STILL_MS = 500;

/** Calls `onChange` when files that changed have been still for half a second. */
export function watchPaths({ paths, watchFiles, schedule, onChange, onError }: WatchPathsOptions): PathsWatch {
  let cancelTimer = () => {};
  let isClosed = false;
  const notice = () => {
    cancelTimer();
    if (!isClosed) cancelTimer = schedule(onChange, STILL_MS);
  };
  const closeFiles = watchFiles(paths, { onChange: notice, onError: (error) => !isClosed && onError(error) });
  return {
    paths,
    async close() {
      isClosed = true;
      cancelTimer();
      // What cannot be closed is still no longer listened to.
      await closeFiles().catch(() => undefined);
    },
  };
}

/** Folders inside a watched one that are never meant, and could hold a hundred thousand files. */
const PASSED_OVER = new Set(['node_modules', '.git']);

/** {@link WatchFiles} for the real file system. */
export const watchRealFiles: WatchFiles = (paths, { onChange, onError }) => {
  const starting = startWatcher(paths, onChange, onError);
  // Whoever does not close it still learns of a failure, and the process lives.
  starting.catch(onError);
  return async () => {
    const watcher = await starting.catch(() => undefined);
    await watcher?.close();
  };
};

async function startWatcher(paths: readonly string[], onChange: () => void, onError: (error: unknown) => void) {
  // Only who watches pays for the library.
  const { watch } = await import('chokidar');
  const roots = paths.map((path) => resolve(path));
  const watcher = watch(roots, {
    ignoreInitial: true,
    ignorePermissionErrors: true,
    ignored: (path) => isPassedOver(resolve(path), roots),
  });
  watcher.on('all', onChange);
  watcher.on('error', onError);
  return watcher;
}

function isPassedOver(path: string, roots: readonly string[]): boolean {
  const inside = roots.filter((root) => path.startsWith(root + sep)).map((root) => path.slice(root.length).split(sep));
  return inside.length > 0 && inside.every((parts) => parts.some((part) => PASSED_OVER.has(part)));
}
