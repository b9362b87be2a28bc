import { dirname, join, resolve, sep } from 'node:path';
import { modePlaces, type Place, serverPlaces } from '../places.ts';
import { isFolder } from './folder-files.ts';
import type { ProjectLocation } from './load-project.ts';

/** What to watch, and what to call. */
export interface WatchRequest extends Pick<ProjectLocation, 'projectRoot' | 'globalConfigDir' | 'serverFiles'> {
  /** How long files have to be still before `onChange` is called, in milliseconds. Default 200. */
  readonly debounceMs?: number | undefined;
  /** Whether a change of the project's rule files counts too. Default false. */
  readonly rules?: boolean | undefined;
  /** Called after a change; never while a call before it is still running. */
  readonly onChange: () => void | Promise<void>;
  /** Called with what the watching or `onChange` threw. Default: such errors are dropped. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A running watch. */
export interface ProjectWatch {
  /** Resolves once every later change is noticed. What was read before it may be out of date. */
  readonly ready: Promise<void>;
  /** Stops everything and waits for a running `onChange`; nothing is called afterwards. */
  readonly close: () => Promise<void>;
}

/**
 * Watches every place where a project and the user keep modes and servers, also while the files are absent. Bursts (an editor that writes
 * a copy and renames it, a checkout) give one call.
 */
export function watchProject(request: WatchRequest): ProjectWatch {
  const { debounceMs = 200, onError } = request;
  const calls = createCalls(request, debounceMs);
  const watching = startWatcher(request, { debounceMs, notice: calls.notice });
  const ready = watching.then(() => undefined);
  // A caller that does not wait for `ready` still learns of a failure, and the process lives.
  ready.catch((error: unknown) => onError?.(error));
  return {
    ready,
    async close() {
      await calls.close();
      const watcher = await watching.catch(() => undefined);
      await watcher?.close();
    },
  };
}

interface Calls {
  readonly notice: () => void;
  readonly close: () => Promise<void>;
}

/** One call at a time; what is noticed during a call starts the next one. */
function createCalls({ onChange, onError }: WatchRequest, debounceMs: number): Calls {
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
    running = call().finally(() => {
      running = undefined;
      if (isDirty) notice();
      isDirty = false;
    });
  };
  const call = async () => {
    try {
      await onChange();
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

/** The folders to watch, and which paths in them count: the files, the folders on the way to them, and rules if asked for. */
function watchedPaths(request: WatchRequest): {
  readonly folders: readonly string[];
  readonly isWatched: (path: string) => boolean;
} {
  const root = resolve(request.projectRoot);
  const files = listPaths(request, root);
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

function listPaths({ globalConfigDir, serverFiles }: WatchRequest, root: string): readonly string[] {
  const named = serverFiles?.map((path): Place => ({ layer: 'project', path }));
  return [...modePlaces, ...(named ?? serverPlaces)].flatMap(({ layer, path }) => {
    const folder = layer === 'project' ? root : globalConfigDir;
    return folder === undefined ? [] : [resolve(folder, path)];
  });
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
