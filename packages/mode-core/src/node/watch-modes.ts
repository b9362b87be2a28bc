import { dirname, join, resolve, sep } from 'node:path';
import { isFolder, type LoadedModes, loadModes } from './load-modes.ts';
import { globalCandidates, type ModesLocation, projectCandidates } from './mode-files.ts';

/** What to watch, and whom to tell. */
export interface WatchRequest extends ModesLocation {
  /** How long files have to be still before they are read again. Default 200. */
  readonly debounceMs?: number | undefined;
  /** Whether a change of the project's rule files counts too. Default false. */
  readonly rules?: boolean | undefined;
  /** Called with the modes as they are after a change; never while a call before it is still running. */
  readonly onChange: (loaded: LoadedModes) => void | Promise<void>;
  /** Called with what the watching or `onChange` threw. Default: such errors are dropped. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A running watch. */
export interface ModesWatch {
  /** Settles with the modes as they are once every later change is noticed. */
  readonly ready: Promise<LoadedModes>;
  /** Stops everything and waits for a running reload; nothing is called afterwards. */
  readonly close: () => Promise<void>;
}

/**
 * Watches the modes files of a project and of the user, also while they are absent, and loads them again when they have been still for
 * `debounceMs`. Bursts (an editor that writes a copy and renames it, a checkout) give one reload.
 */
export function watchModes(request: WatchRequest): ModesWatch {
  const { debounceMs = 200, onError } = request;
  const reloads = createReloads(request, debounceMs);
  const watching = startWatcher(request, { debounceMs, notice: reloads.notice });
  const ready = watching.then(() => loadModes(request));
  // Whoever does not wait for `ready` still learns of a failure, and the process lives.
  ready.catch((error: unknown) => onError?.(error));
  return {
    ready,
    async close() {
      await reloads.close();
      const watcher = await watching.catch(() => undefined);
      await watcher?.close();
    },
  };
}

interface Reloads {
  readonly notice: () => void;
  readonly close: () => Promise<void>;
}

/** One reload at a time; what is noticed during a reload starts the next one. */
function createReloads({ onChange, onError, ...location }: WatchRequest, debounceMs: number): Reloads {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isDirty = false;
  let isClosed = false;
  const notice = () => {
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(start, debounceMs);
  };
  const start = () => {
    if (running !== undefined) {
      isDirty = true;
      return;
    }
    running = reload().finally(() => {
      running = undefined;
      if (isDirty) notice();
      isDirty = false;
    });
  };
  const reload = async () => {
    try {
      const loaded = await loadModes(location);
      if (!isClosed) await onChange(loaded);
    } catch (error) {
      onError?.(error);
    }
  };
  const close = async () => {
    isClosed = true;
    clearTimeout(timer);
    await running;
  };
  return { notice, close };
}

interface Watcher {
  readonly close: () => Promise<void>;
}

async function startWatcher(
  request: WatchRequest,
  { debounceMs, notice }: { readonly debounceMs: number; readonly notice: () => void },
): Promise<Watcher> {
  // Only who watches pays for the library.
  const { watch } = await import('chokidar');
  const { folders, isWatched } = watchedPaths(request);
  const watcher = watch(await findRoots(folders), {
    ignoreInitial: true,
    ignorePermissionErrors: true,
    ignored: (path) => !isWatched(resolve(path)),
    awaitWriteFinish: { stabilityThreshold: debounceMs, pollInterval: Math.max(10, Math.min(50, debounceMs)) },
  });
  watcher.on('all', notice);
  watcher.on('error', (error) => request.onError?.(error));
  await new Promise<void>((ready) => {
    watcher.once('ready', ready);
  });
  return watcher;
}

/** The folders to watch, and which paths in them count: the modes files, the folders on the way to them, and rules if asked for. */
function watchedPaths(request: WatchRequest): {
  readonly folders: readonly string[];
  readonly isWatched: (path: string) => boolean;
} {
  const root = resolve(request.projectRoot);
  const files = [...projectCandidates(request), ...globalCandidates(request)].map(({ path }) => path);
  const ruleFolder = join(root, '.roo');
  const paths = new Set([...files, root, ruleFolder].flatMap((path) => withParents(path)));
  const isRule = (path: string) =>
    /^rules(?:[-\\/]|$)/.test(path.slice(ruleFolder.length + 1)) && path.startsWith(ruleFolder + sep);
  const ruleNames = /^(?:\.(?:roo|cline)rules(?:-.*)?|\.rooignore|AGENTS?\.md|AGENTS\.local\.md)$/;
  const isRuleFile = (path: string) =>
    isRule(path) || (dirname(path) === root && ruleNames.test(path.slice(root.length + 1)));
  return {
    folders: [root, ...files.map((file) => dirname(file))],
    isWatched: (path) => paths.has(path) || (request.rules === true && isRuleFile(path)),
  };
}

/**
 * The nearest folders that exist, none inside another: the library is ready too early for paths that do not exist, and loses what is
 * below a folder that it is given twice.
 */
async function findRoots(folders: readonly string[]): Promise<string[]> {
  const existing = new Set(await Promise.all(folders.map(nearestFolder)));
  return [...existing].filter(
    (folder) => !withParents(dirname(folder)).some((parent) => parent !== folder && existing.has(parent)),
  );
}

async function nearestFolder(path: string): Promise<string> {
  const parent = dirname(path);
  return parent === path || (await isFolder(path)) ? path : nearestFolder(parent);
}

function withParents(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...withParents(parent)];
}
