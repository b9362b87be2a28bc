import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { createMutex } from '@modegate/timing';
import { isInside } from './is-inside.ts';

/** What to call, and which changes count. */
export interface PathsWatching {
  /** Called after each change; a burst is many calls. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
  /** Which absolute paths count. Default: those that were given and everything inside them, but for `node_modules` and `.git`. */
  readonly isMeant?: (path: string) => boolean;
  /** How long the size of a file has to stay before its change is reported, in milliseconds. Default: it is reported at once. */
  readonly stillMs?: number;
  /** How often it is looked whether the folders are still the same ones, in milliseconds. Default 2,000. */
  readonly checkMs?: number;
}

/** A running watch. */
export interface PathsWatch {
  /** Resolves once every later change is noticed, or the watch is closed; rejects when the watch could not start, which `onError` hears too. */
  readonly ready: Promise<void>;
  /** Ends the watch. Never rejects. */
  readonly close: () => Promise<void>;
}

/**
 * Watches files and folders, also while they and the folders around them are absent, and goes on when one of those is moved away and comes
 * back, or another takes its place, or a link leads elsewhere: the system tells nobody of that, so they are looked at now and then.
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
    // First the old one: the library shares what it watches among watchers of one name, even if that is another folder now.
    await watcher?.close();
    await start();
    if (!state.isClosed) watching.onChange();
  };
  const ready = inTurn(start);
  // A failure is reported even when the watch is never closed, and does not end the process.
  ready.catch(watching.onError);
  const timer = setInterval(() => void inTurn(check).catch(watching.onError), watching.checkMs ?? 2_000);
  timer.unref();
  return {
    ready,
    async close() {
      state.isClosed = true;
      clearInterval(timer);
      // What cannot be closed is still no longer listened to.
      await watcher?.close().catch(() => undefined);
      await inTurn(async () => watcher?.close()).catch(() => undefined);
    },
  };
}

/** Which folder on the disk has a name: none when there never was one, `gone` when there was. */
type Identities = ReadonlyMap<string, string | undefined>;

async function identify(folders: readonly string[], before: Identities): Promise<Identities> {
  const found = folders.map(async (folder): Promise<[string, string | undefined]> => {
    const stats = await stat(folder).catch(() => undefined);
    const missing = before.get(folder) === undefined ? undefined : 'gone';
    return [folder, stats === undefined ? missing : `${stats.dev}:${stats.ino}`];
  });
  return new Map(await Promise.all(found));
}

// What appears for the first time is noticed by the library.
function isSame(before: Identities, now: Identities, folder: string): boolean {
  return before.get(folder) === undefined || before.get(folder) === now.get(folder);
}

/** Where each of the watched links leads in the end; undefined for what is not a link. */
type LinkEnds = ReadonlyMap<string, string | undefined>;

async function followLinks(targets: readonly string[]): Promise<LinkEnds> {
  const links = targets.map(async (path): Promise<[string, string | undefined]> => {
    const stats = await lstat(path).catch(() => undefined);
    return [path, stats?.isSymbolicLink() ? await realpath(path).catch(() => 'nothing') : undefined];
  });
  return new Map(await Promise.all(links));
}

/** Folders inside a watched one that are never meant, and could hold a hundred thousand files. */
const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules', '.git']);

interface Watched {
  readonly roots: readonly string[];
  /** Those that hold the targets. */
  readonly folders: readonly string[];
  readonly targets: readonly string[];
  /** Called when one of the folders went; it is not watched any more, even if it comes back at once. */
  readonly onLost: () => void;
}

async function startWatcher(
  { roots, folders, targets, onLost }: Watched,
  { onChange, onError, isMeant = isInOneOf(targets), stillMs }: PathsWatching,
): Promise<PathsWatch> {
  // Only who watches pays for the library.
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
  // The library that is closed early never says that it is ready.
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
 * The nearest folders above the targets that exist, none inside another: the library does not notice what appears in a folder that
 * was absent, and loses what is below a folder that it is given twice.
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
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
