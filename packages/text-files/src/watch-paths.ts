import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { createMutex } from '@modegate/timing';
import { isInside } from './is-inside.ts';

/** Callbacks for a watch, and the changes to report. */
export interface PathsWatching {
  /** Called after each change; a burst of changes causes many calls. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
  /**
   * True for absolute paths at which changes are reported. Default: the given paths and everything inside them, except
   * `node_modules` and `.git`.
   */
  readonly isMeant?: (path: string) => boolean;
  /**
   * Time for which a file's size must stay unchanged before the change is reported, in milliseconds. Default: changes
   * are reported immediately.
   */
  readonly stillMs?: number;
  /** Interval at which to check that the folders are still the same, in milliseconds. Default 2,000. */
  readonly checkMs?: number;
}

/** A running watch. */
export interface PathsWatch {
  /**
   * Resolves when the watch is certain to notice every later change, or when it is closed; rejects if the watch could
   * not be started, in which case the failure is also reported to `onError`.
   */
  readonly ready: Promise<void>;
  /** Ends the watch. Never rejects. */
  readonly close: () => Promise<void>;
}

/**
 * Watches files and folders, even while these or the folders around them are missing. Continues to work if a file or
 * folder is replaced, or is moved away and back, or if a link changes: periodic checks detect what the system does not
 * report.
 */
export function watchPaths(paths: readonly string[], watching: PathsWatching): PathsWatch {
  const targets = paths.map((path) => resolve(path));
  const folders = [...new Set(targets.map(dirname))];
  const state = { isClosed: false, isLost: false };
  const inTurn = createMutex();
  let known: Identities = new Map();
  let ends: LinkEnds = new Map();
  let watcher: PathsWatch | undefined;
  const onLost = (): void => {
    state.isLost = true;
  };
  const start = async (): Promise<void> => {
    state.isLost = false;
    known = await identify(folders, known);
    ends = await followLinks(targets);
    const roots = await findRoots(targets);
    if (state.isClosed) return;
    watcher = await startWatcher({ roots, folders, targets, onLost }, watching);
    await watcher.ready;
  };
  const check = async (): Promise<void> => {
    const before = known;
    const now = await identify(folders, before);
    known = now;
    const leads = await followLinks(targets);
    const isUnmoved =
      folders.every((folder) => isSame(before, now, folder)) &&
      targets.every((path) => ends.get(path) === leads.get(path));
    if (state.isClosed || (!state.isLost && isUnmoved)) return;
    // The old watcher is closed first: the library shares one watch among all watchers with the same name, even if the
    // name now belongs to a different folder.
    await watcher?.close();
    await start();
    if (!state.isClosed) watching.onChange();
  };
  const ready = inTurn(start);
  // Reports a failure without ending the process, even if the watch is never closed.
  ready.catch(watching.onError);
  const timer = setInterval(() => void inTurn(check).catch(watching.onError), watching.checkMs ?? 2_000);
  timer.unref();
  return {
    ready,
    async close() {
      state.isClosed = true;
      clearInterval(timer);
      // From now on, even a watcher that cannot be closed is ignored.
      await watcher?.close().catch(() => undefined);
      await inTurn(async () => watcher?.close()).catch(() => undefined);
    },
  };
}

/**
 * Identity of each folder on the disk, by name; undefined if the folder has never existed, `gone` if it no longer
 * exists.
 */
type Identities = ReadonlyMap<string, string | undefined>;

async function identify(folders: readonly string[], before: Identities): Promise<Identities> {
  const found = folders.map(async (folder): Promise<[string, string | undefined]> => {
    const stats = await stat(folder).catch(() => undefined);
    const missing = before.get(folder) === undefined ? undefined : 'gone';
    return [folder, stats === undefined ? missing : `${stats.dev}:${stats.ino}`];
  });
  return new Map(await Promise.all(found));
}

// The library itself notices folders that appear for the first time.
function isSame(before: Identities, now: Identities, folder: string): boolean {
  return before.get(folder) === undefined || before.get(folder) === now.get(folder);
}

/** Final target of each watched link; undefined for a path that is not a link. */
type LinkEnds = ReadonlyMap<string, string | undefined>;

async function followLinks(targets: readonly string[]): Promise<LinkEnds> {
  const links = targets.map(async (path): Promise<[string, string | undefined]> => {
    const stats = await lstat(path).catch(() => undefined);
    return [path, stats?.isSymbolicLink() ? await realpath(path).catch(() => 'nothing') : undefined];
  });
  return new Map(await Promise.all(links));
}

/** Folders, inside a watched folder, in which changes never matter and which may contain a hundred thousand files. */
const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules', '.git']);

interface Watched {
  readonly roots: readonly string[];
  /** Folders of the targets. */
  readonly folders: readonly string[];
  readonly targets: readonly string[];
  /** Called when one of the folders disappears; it is no longer watched, even if it reappears immediately. */
  readonly onLost: () => void;
}

async function startWatcher(
  { roots, folders, targets, onLost }: Watched,
  { onChange, onError, isMeant = isInOneOf(targets), stillMs }: PathsWatching,
): Promise<PathsWatch> {
  // Only programs that watch files load the library.
  const { watch } = await import('chokidar');
  const isOnTheWay = (path: string) => targets.some((target) => isInside(target, path));
  const watcher = watch([...roots], {
    ignoreInitial: true,
    ignorePermissionErrors: true,
    ignored: (path) => !isMeant(resolve(path)) && !isOnTheWay(resolve(path)),
    ...(stillMs !== undefined && {
      awaitWriteFinish: { stabilityThreshold: stillMs, pollInterval: Math.max(10, Math.min(50, stillMs)) },
    }),
  });
  watcher.on('all', (event, path) => {
    if (event === 'unlinkDir' && folders.includes(resolve(path))) onLost();
    if (isMeant(resolve(path))) onChange();
  });
  watcher.on('error', onError);
  const { promise: ready, resolve: resolveReady } = Promise.withResolvers<void>();
  watcher.once('ready', resolveReady);
  // If the watcher is closed early, the library never reports that it is ready.
  return { ready, close: () => watcher.close().finally(resolveReady) };
}

function isInOneOf(targets: readonly string[]): (path: string) => boolean {
  return (path) => targets.some((target) => isInside(path, target) && !isPassedOver(path, target));
}

function isPassedOver(path: string, target: string): boolean {
  return path
    .slice(target.length)
    .split(sep)
    .some((part) => PASSED_OVER.has(part));
}

/**
 * Returns the nearest existing folders above the targets, none of them inside another: the library does not notice
 * anything that appears in a folder that was missing, and stops noticing anything below a folder that is passed twice.
 */
async function findRoots(targets: readonly string[]): Promise<string[]> {
  const existing = [...new Set(await Promise.all(targets.map((target) => nearestFolder(dirname(target)))))];
  return existing.filter((folder) => !existing.some((other) => other !== folder && isInside(folder, other)));
}

async function nearestFolder(path: string): Promise<string> {
  const parent = dirname(path);
  return parent === path || (await isFolder(path)) ? path : nearestFolder(parent);
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}
