import { stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { PathKind, Policy, ToolRequest } from '@modegate/mode-core';
import { readRequestCommand } from '@modegate/mode-core/commands';
import { listCallPaths } from '@modegate/mode-core/tools';
import { errorCode, isInside } from '@modegate/text-files';

type PathKinds = Readonly<Record<string, PathKind>>;

/**
 * Adds to a request the kinds of those paths that may be files or folders. Returns the request unchanged if there are
 * no such paths, if it already contains kinds, or if the project has no folder. Never rejects.
 *
 * @param policy - Extracts the paths from a command. Default: such paths are not looked up.
 */
export async function addPathKinds(
  projectRoot: string | undefined,
  request: ToolRequest,
  policy?: Policy,
): Promise<ToolRequest> {
  if (projectRoot === undefined || request.pathKinds !== undefined) return request;
  const { files = [] } = (policy && readRequestCommand(policy, request)) ?? {};
  const paths = [...listCallPaths(request.tool, request.params), ...files.flatMap(({ path }) => path ?? [])];
  return paths.length === 0 ? request : { ...request, pathKinds: await readPathKinds(projectRoot, paths) };
}

/**
 * Finds the kinds of a call's paths, keyed by the path as given; follows links. Omits as unknown any path that leaves
 * the project, cannot be examined, contains a `\` that this system treats as an ordinary character, or takes more than
 * a second, and all paths beyond the first hundred. Never rejects.
 */
export async function readPathKinds(projectRoot: string, paths: readonly string[]): Promise<PathKinds> {
  const found = new Map<string, PathKind>();
  const looking = paths.slice(0, maxPaths).map(async (path) => {
    const kind = await readKind(resolve(projectRoot), path);
    if (kind !== undefined) found.set(path, kind);
  });
  await withinASecond(Promise.all(looking));
  return Object.fromEntries(found);
}

const maxPaths = 100;

async function readKind(root: string, path: string): Promise<PathKind | undefined> {
  const absolute = resolve(root, path);
  // A path outside the project is refused anyway, and accessing a path on another machine would log in to that machine.
  if (!isInside(absolute, root) || (sep === '/' && path.includes('\\'))) return undefined;
  try {
    return (await stat(absolute)).isDirectory() ? 'folder' : 'file';
  } catch (cause) {
    return ['ENOENT', 'ENOTDIR'].includes(errorCode(cause)) ? 'missing' : undefined;
  }
}

/** Waits for a promise for at most a second, in case a file system does not respond. */
async function withinASecond(done: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((end) => {
    timer = setTimeout(end, 1000);
  });
  await Promise.race([done, late]);
  clearTimeout(timer);
}
