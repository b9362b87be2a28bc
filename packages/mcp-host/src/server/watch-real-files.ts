import { stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import type { WatchFiles } from './watch-paths.ts';

/** Folders inside a watched one that are never meant, and could hold a hundred thousand files. */
const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** {@link WatchFiles} for the real file system. */
export const watchRealFiles: WatchFiles = (paths, { onChange, onError }) => {
  const starting = startWatcher(
    paths.map((path) => resolve(path)),
    { onChange, onError },
  );
  // A failure is reported even when the watch is never closed, and does not end the process.
  starting.catch(onError);
  return async () => {
    const watcher = await starting.catch(() => undefined);
    await watcher?.close();
  };
};

async function startWatcher(
  targets: readonly string[],
  { onChange, onError }: Parameters<WatchFiles>[1],
): Promise<{ readonly close: () => Promise<void> }> {
  // Only who watches pays for the library.
  const { watch } = await import('chokidar');
  const isMeant = (path: string) => targets.some((target) => isOrIsIn(path, target) && !isPassedOver(path, target));
  const isOnTheWay = (path: string) => targets.some((target) => isOrIsIn(target, path));
  const watcher = watch(await findRoots(targets), {
    ignoreInitial: true,
    ignorePermissionErrors: true,
    ignored: (path) => !isMeant(resolve(path)) && !isOnTheWay(resolve(path)),
  });
  watcher.on('all', (_, path) => {
    if (isMeant(resolve(path))) onChange();
  });
  watcher.on('error', onError);
  return watcher;
}

function isOrIsIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function isPassedOver(path: string, target: string): boolean {
  return path
    .slice(target.length)
    .split(sep)
    .some((part) => PASSED_OVER.has(part));
}

/**
 * The nearest folders above the targets that exist, none inside another: the library does not notice what appears in a folder that
 * was absent, and loses what is below a folder that it is given twice.
 */
async function findRoots(targets: readonly string[]): Promise<string[]> {
  const existing = [...new Set(await Promise.all(targets.map((target) => nearestFolder(dirname(target)))))];
  return existing.filter((folder) => !existing.some((other) => other !== folder && isOrIsIn(folder, other)));
}

async function nearestFolder(path: string): Promise<string> {
  const parent = dirname(path);
  return parent === path || (await isFolder(path)) ? path : nearestFolder(parent);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
