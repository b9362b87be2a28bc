import { lstatSync, readlinkSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { attempt } from '@modegate/json';
import type { PathKind } from '@modegate/mode-core';
import type { ResolvedPath } from '../path-lookup.ts';

/** The folders that determine where a relative path starts and which paths are inside the project. */
export interface PathContext {
  /** Absolute path of the project folder. */
  readonly root: string;
  /**
   * Absolute path of the folder that replaces the project in a git worktree; it may be inside the project. Default:
   * none.
   */
  readonly worktree?: string | undefined;
  /** Absolute path of the agent's working folder. */
  readonly cwd: string;
  readonly home: string;
}

/**
 * Returns every location to which a path in a call may lead: as written, and as resolved on disk, with `..` applied
 * before or after symbolic links.
 */
export function locatePath(
  path: string,
  { root, worktree, cwd, home }: PathContext,
  links: KnownLinks = new Map(),
): readonly ResolvedPath[] {
  const roots = [worktree, root].flatMap((one) => (one === undefined ? [] : [one, followLinks(one, links)]));
  const isHome = /^~(?:[/\\]|$)/.test(path);
  // Some tools expand `~`; others treat it as a name.
  const written = [isAbsolute(path) ? path : `${cwd}${sep}${path}`, ...(isHome ? [`${home}${path.slice(1)}`] : [])];
  const names = new Set(written.flatMap((one) => absoluteNames(one, links)));
  return [...names].map((absolute) => ({ path: showInProject(absolute, roots), absolute, kind: findKind(absolute) }));
}

/**
 * Returns the names of an absolute path: as written and with symbolic links resolved, with `..` applied before or after
 * the links.
 */
export function absoluteNames(written: string, links: KnownLinks): readonly string[] {
  const plain = resolve(written);
  return [plain, followLinks(plain, links), ...(plain === written ? [] : [followLinks(written, links)])];
}

/** Returns the kind of object at a path; undefined if the path is inaccessible, or neither a file nor a folder. */
function findKind(absolute: string): PathKind | undefined {
  return attempt(() => {
    const found = statSync(absolute, { throwIfNoEntry: false });
    if (found === undefined) return 'missing';
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : undefined;
  });
}

function showInProject(absolute: string, roots: readonly string[]): string {
  for (const root of roots) {
    const inside = relative(root, absolute);
    if (inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) return inside.replaceAll(sep, '/');
  }
  return absolute;
}

// The same limit as on Linux.
const maxLinks = 40;

/** The targets of symbolic links read during one call; undefined for paths that are not links. */
export type KnownLinks = Map<string, string | undefined>;

/**
 * Resolves a path in the same way as the operating system, one segment after another; a missing part remains unchanged,
 * and a dangling link leads to its missing target.
 */
export function followLinks(path: string, known: KnownLinks = new Map()): string {
  let at = parse(path).root;
  let links = 0;
  const pending = splitPath(path.slice(at.length));
  for (let segment = pending.shift(); segment !== undefined; segment = pending.shift()) {
    if (segment === '..') at = dirname(at);
    if (segment === '' || segment === '.' || segment === '..') continue;
    const target = readLink(join(at, segment), known);
    if (target === undefined) {
      at = join(at, segment);
      continue;
    }
    links += 1;
    if (links > maxLinks) throw new Error(`too many links in ${path}`);
    if (isAbsolute(target)) at = parse(target).root;
    pending.unshift(...splitPath(isAbsolute(target) ? target.slice(at.length) : target));
  }
  return at;
}

function splitPath(path: string): string[] {
  return path.split(sep === '\\' ? /[\\/]/ : '/');
}

/** Reads a symbolic link; returns undefined if the path is not a link, is missing, or is inaccessible. */
function readLink(path: string, known: KnownLinks): string | undefined {
  // Most segments are not links, and a check costs less than an exception does.
  const isLink = () => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (known.has(path)) return known.get(path);
  const target = attempt(() => (isLink() ? readlinkSync(path) : undefined));
  known.set(path, target);
  return target;
}
