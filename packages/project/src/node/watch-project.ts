import { basename, dirname, join, resolve, sep } from 'node:path';
import { watchPaths } from '@modegate/text-files';
import { modeLocations, type SourceLocation, serverLocations } from '../source-locations.ts';
import type { ProjectLocation } from './load-project.ts';

/** Location to watch, and callbacks. */
export interface WatchRequest extends Pick<ProjectLocation, 'projectRoot' | 'globalConfigDir' | 'serverFiles'> {
  /** Time without changes before `onChange` is called, in milliseconds. Default 200. */
  readonly debounceMs?: number | undefined;
  /** True to watch the project's rule files as well. Default false. */
  readonly rules?: boolean | undefined;
  /** Called after a change; never while an earlier call is running. */
  readonly onChange: () => void | Promise<void>;
  /** Called with errors from the watch or from `onChange`. Default: such errors are ignored. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A running watch. */
export interface ProjectWatch {
  /** Resolves when every later change is certain to be noticed. Content read before that moment may be out of date. */
  readonly ready: Promise<void>;
  /** Stops the watch and waits for any running `onChange` call; makes no further calls. */
  readonly close: () => Promise<void>;
}

/**
 * Watches all locations of the project's and the user's modes and servers, including missing files. A burst of changes
 * (such as an editor writing and renaming a copy, or a checkout) causes one call.
 */
export function watchProject(request: WatchRequest): ProjectWatch {
  const { debounceMs = 200, onError } = request;
  const calls = createCalls(request, debounceMs);
  const { paths, isMeant } = watchedPaths(request);
  const watch = watchPaths(paths, {
    onChange: calls.notice,
    onError: (error) => onError?.(error),
    isMeant,
    stillMs: debounceMs,
  });
  return {
    ready: watch.ready,
    async close() {
      await calls.close();
      await watch.close();
    },
  };
}

interface Calls {
  readonly notice: () => void;
  readonly close: () => Promise<void>;
}

/** Creates a function that makes one call at a time; changes during a call trigger another call. */
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

/**
 * Returns the files and, if requested, the rules in and next to one folder. Rules have arbitrary names, so a predicate
 * determines which paths are watched.
 */
function watchedPaths(request: WatchRequest): {
  readonly paths: readonly string[];
  readonly isMeant: (path: string) => boolean;
} {
  const root = resolve(request.projectRoot);
  const files = listPaths(request, root);
  const ruleFolder = join(root, '.roo');
  const meant = new Set(files);
  return {
    paths: [...files, ruleFolder],
    isMeant: (path) => meant.has(path) || (request.rules === true && isRule(path, ruleFolder)),
  };
}

function isRule(path: string, ruleFolder: string): boolean {
  if (path.startsWith(ruleFolder + sep)) return /^rules(?:[-\\/]|$)/.test(path.slice(ruleFolder.length + 1));
  return dirname(path) === dirname(ruleFolder) && ruleNames.test(basename(path));
}

const ruleNames = /^(?:\.(?:roo|cline)rules(?:-.*)?|\.rooignore|AGENTS?\.md|AGENTS\.local\.md)$/;

function listPaths({ globalConfigDir, serverFiles }: WatchRequest, root: string): readonly string[] {
  const named = serverFiles?.map((path): SourceLocation => ({ layer: 'project', path }));
  return [...modeLocations, ...(named ?? serverLocations)].flatMap(({ layer, path }) => {
    const folder = layer === 'project' ? root : globalConfigDir;
    return folder === undefined ? [] : [resolve(folder, path)];
  });
}
