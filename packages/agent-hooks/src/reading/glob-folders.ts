/** A folder that contains no project files, which no file limit covers. */
const anywhere = '/';

/**
 * Returns the folders that patterns lead to in addition to the one searched. `docs/*.md` stays in it; `../*.md` and
 * `/etc/*` do not, and if that is unclear, the result is the root of the disk.
 */
export function findGlobFolders(patterns: unknown, folder: string): readonly string[] {
  if (patterns === undefined || patterns === null) return [];
  const list: readonly unknown[] = Array.isArray(patterns) ? patterns : [patterns];
  return list.flatMap((pattern) => (typeof pattern === 'string' ? findFolder(pattern, folder) : [anywhere]));
}

function findFolder(pattern: string, folder: string): readonly string[] {
  const isAbsolute = startsElsewhere.test(pattern);
  // Each alternative of a group may start elsewhere.
  if (/[{(,|!]\s*(?:[/\\~]|[a-zA-Z]:)/.test(pattern)) return [anywhere];
  if (!isAbsolute && !pattern.includes('..')) return [];
  const wildcard = pattern.search(/[*?[\]{}()!\\]/);
  const end = wildcard === -1 ? pattern.length : pattern.lastIndexOf('/', wildcard);
  const [plain, rest] = [pattern.slice(0, Math.max(end, 0)), pattern.slice(Math.max(end, 0))];
  if (rest.includes('..') || plain === '' || pattern.includes('\\')) return [anywhere];
  return [isAbsolute ? plain : `${folder}/${plain}`];
}

const startsElsewhere = /^(?:[/\\~]|[a-zA-Z]:)/;
