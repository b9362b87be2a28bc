import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, staysInside } from '@modegate/text-files';

/** Rule files in a folder. */
export interface RuleFileList {
  /** Absolute paths in prompt order: sorted by lower-case file name, regardless of folder. */
  readonly paths: readonly string[];
  /** Clauses about folders that could not be read. */
  readonly failures: readonly string[];
}

/** Options for `listRuleFiles`. */
export interface RuleFileOptions {
  /**
   * Folder that no link may leave; a link that leads out of it is reported as a failure. Default: links may lead
   * anywhere.
   */
  readonly within?: string | undefined;
  /** Number of folder levels to search, 1 for the folder alone. Default: all levels. */
  readonly depth?: number | undefined;
}

/** Maximum number of entries in one rules folder. */
const maxEntries = 5000;

/** Maximum number of consecutive symbolic links. */
const maxLinks = 5;

/** Maximum nesting depth of folders. */
const maxFolders = 20;

/**
 * Lists the rule files below a folder, which may be missing. Searches recursively, follows links (visiting each folder
 * once), and excludes files left behind by editors and tools.
 */
export async function listRuleFiles(
  folder: string,
  { within, depth = Number.POSITIVE_INFINITY }: RuleFileOptions = {},
): Promise<RuleFileList> {
  const search: Search = { found: [], failures: [], seen: new Set(), within, depth, entries: 0 };
  await searchFolder(folder, { folders: 0, links: 0 }, search);
  const sorted = search.found.toSorted((a, b) => compare(a.name, b.name) || compare(a.path, b.path));
  return { paths: sorted.map(({ path }) => path), failures: search.failures };
}

interface Search {
  readonly found: { readonly name: string; readonly path: string }[];
  readonly failures: string[];
  readonly seen: Set<string>;
  readonly within: string | undefined;
  readonly depth: number;
  entries: number;
}

interface Depth {
  readonly folders: number;
  readonly links: number;
}

async function searchFolder(folder: string, depth: Depth, search: Search): Promise<void> {
  try {
    const name = await realpath(folder);
    if (!(await isInReach(name, search))) {
      search.failures.push(`${folder} is a link that points outside the project`);
      return;
    }
    if (search.seen.has(name)) return;
    search.seen.add(name);
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      search.entries++;
      if (search.entries > maxEntries) break;
      const links = depth.links + (entry.isSymbolicLink() ? 1 : 0);
      await searchEntry(join(folder, entry.name), { folders: depth.folders + 1, links }, search);
    }
    if (search.entries === maxEntries + 1)
      search.failures.push(`${folder} has more than ${maxEntries} entries; the rest are ignored`);
  } catch (cause) {
    if (depth.folders > 0 || !isAbsent(cause)) search.failures.push(`${folder} cannot be listed (${errorCode(cause)})`);
  }
}

/** Files are checked when they are read; a folder outside the permitted one must not even be listed. */
async function isInReach(folder: string, { within }: Search): Promise<boolean> {
  return within === undefined || staysInside(folder, within);
}

async function searchEntry(path: string, depth: Depth, search: Search): Promise<void> {
  const name = path.slice(path.search(/[^\\/]+$/));
  if (isLeftover(name)) return;
  if (depth.links > maxLinks || depth.folders > maxFolders) {
    search.failures.push(`${path} is nested too deeply`);
    return;
  }
  try {
    const found = await stat(path);
    if (found.isDirectory() && depth.folders < search.depth) await searchFolder(path, depth, search);
    else if (found.isFile()) search.found.push({ name: name.toLowerCase(), path });
  } catch (cause) {
    search.failures.push(`${path} cannot be read (${errorCode(cause)})`);
  }
}

const leftoverEndings = new Set(
  'bak cache crdownload db dmp dump eslintcache lock log old part partial pyc pyo stackdump swo swp temp tmp'
    .split(' ')
    .map((ending) => `.${ending}`),
);

function isLeftover(name: string): boolean {
  const dot = name.lastIndexOf('.');
  return name.endsWith('.DS_Store') || name === 'Thumbs.db' || (dot !== -1 && leftoverEndings.has(name.slice(dot)));
}

function isAbsent(cause: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(cause));
}

// Compares by code unit, so that the order is the same in every locale.
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
