/** @internal Resolves a path against an absolute folder without reading the disk; removes `.` and `..`. */
export function resolvePath(folder: string, path: string): string {
  const joined = isAbsolutePath(path) ? path : `${folder}/${path}`;
  const root = /^(?:~|[A-Za-z]:)/.exec(joined)?.[0] ?? '';
  const kept: string[] = [];
  for (const segment of joined.slice(root.length).split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') kept.pop();
    else kept.push(segment);
  }
  return kept.length === 0 && root !== '' ? root : `${root}/${kept.join('/')}`;
}

/** @internal True for an absolute path; `~` stands for an unknown home folder. */
export function isAbsolutePath(path: string): boolean {
  return /^(?:\/|~$|~\/|[A-Za-z]:[\\/])/.test(path);
}

/** @internal Returns the folder of an absolute path. */
export function parentFolder(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash <= 0 ? '/' : path.slice(0, slash);
}

/** @internal True if a path is the folder itself or is inside it. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** @internal Returns the relative path from an absolute folder to another path; empty for the folder itself. */
export function relativePath(folder: string, path: string): string {
  const from = segments(folder);
  const to = segments(path);
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared += 1;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}

function segments(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}
