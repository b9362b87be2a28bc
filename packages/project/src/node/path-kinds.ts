import { stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { PathKind, ToolRequest } from '@modegate/mode-core';
import { listCallPaths } from '@modegate/mode-core/tools';
import { errorCode, isInside } from '@modegate/text-files';

type PathKinds = Readonly<Record<string, PathKind>>;

/**
 * A request with what is on the disk at its paths that may be a file or a folder. As it is where it has none, where it says so itself, and
 * of a project without a folder. Never rejects.
 */
export async function addPathKinds(projectRoot: string | undefined, request: ToolRequest): Promise<ToolRequest> {
  if (projectRoot === undefined || request.pathKinds !== undefined) return request;
  const paths = listCallPaths(request.tool, request.params);
  return paths.length === 0 ? request : { ...request, pathKinds: await readPathKinds(projectRoot, paths) };
}

/**
 * What is at paths of a call, by the path as it is given; links are followed. Left out, and so not known, is a path that leads out of the
 * project, that cannot be looked at, that holds a `\` which this system takes for a letter, or of which the file system says nothing
 * within a second; and so are all after the first hundred. Never rejects.
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
  // A path outside is refused in any case, and to look at one of another machine would sign in there.
  if (!isInside(absolute, root) || (sep === '/' && path.includes('\\'))) return undefined;
  try {
    return (await stat(absolute)).isDirectory() ? 'folder' : 'file';
  } catch (cause) {
    return ['ENOENT', 'ENOTDIR'].includes(errorCode(cause)) ? 'missing' : undefined;
  }
}

/** Waits for a promise, but no longer than for a file system that has gone away. */
async function withinASecond(done: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((end) => {
    timer = setTimeout(end, 1000);
  });
  await Promise.race([done, late]);
  clearTimeout(timer);
}
