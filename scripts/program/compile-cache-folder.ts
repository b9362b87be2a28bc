import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';

/** Where a program runs, as far as its cache depends on it. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The working folder. */
  readonly cwd: string;
  /** The user that the process acts for; undefined where the system has no such number. */
  readonly user: number | undefined;
}

/**
 * A folder for compiled code that only this user can write; it is made when it is not there. Undefined when there is none: what lies in it
 * is run without being looked at, so a folder of somebody else, one that others may change, and one that belongs to a project do not count.
 */
export function compileCacheFolder(given?: Surroundings): string | undefined {
  try {
    return findFolder(given ?? here());
  } catch {
    // Also where the working folder is gone: a start goes on without.
    return undefined;
  }
}

function findFolder(given: Surroundings): string | undefined {
  const base = cacheHome(given);
  if (base === undefined) return undefined;
  const folder = join(followLinks(base), 'modegate');
  // Nothing is made before it is known where it would lie.
  if (isInProject(folder, given)) return undefined;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return isTrusted(dirname(folder), given) && isPrivate(folder, given) ? folder : undefined;
}

function here(): Surroundings {
  const { env, platform } = process;
  return { platform, env, home: homedir(), cwd: process.cwd(), user: process.geteuid?.() };
}

/** Where the system keeps what programs may lose. */
function cacheHome({ platform, env, home }: Surroundings): string | undefined {
  const wanted = platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME;
  if (wanted !== undefined && isAbsolute(wanted)) return wanted;
  if (platform === 'win32' || !isAbsolute(home)) return undefined;
  return platform === 'darwin' ? join(home, 'Library/Caches') : join(home, '.cache');
}

/** The path without links, as far as it is there. */
function followLinks(path: string): string {
  if (existsSync(path) || path === dirname(path)) return realpathSync(path);
  return join(followLinks(dirname(path)), basename(path));
}

/** Whether nobody else can put another folder in the place of this one; a sticky folder such as /tmp keeps what is in it. */
function isTrusted(folder: string, given: Surroundings): boolean {
  // Windows has lists of rights instead; a profile is its user's.
  if (given.user === undefined) return true;
  const { uid, mode } = lstatSync(folder);
  const isOthers = uid !== given.user && uid !== 0;
  const isOpen = (mode & 0o022) !== 0 && (mode & 0o1000) === 0;
  if (isOthers || isOpen) return false;
  return folder === dirname(folder) || isTrusted(dirname(folder), given);
}

function isPrivate(folder: string, { user }: Surroundings): boolean {
  const status = lstatSync(folder);
  if (!status.isDirectory()) return false;
  return user === undefined || (status.uid === user && (status.mode & 0o077) === 0);
}

/** Whether a folder lies in the working folder or in a checkout: a project could bring it along. */
function isInProject(folder: string, { cwd }: Surroundings): boolean {
  const place = realpathSync(cwd);
  const way = relative(place, folder);
  // The root, where some clients start their servers, holds every folder.
  if (place !== dirname(place) && !way.startsWith('..') && !isAbsolute(way)) return true;
  for (let above = folder; ; above = dirname(above)) {
    if (existsSync(join(above, '.git'))) return true;
    if (above === dirname(above)) return false;
  }
}
