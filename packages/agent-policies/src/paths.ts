/** Joins and normalises paths; `to` may be absolute. Both have forward slashes. */
export function joinPath(from: string, to: string): string {
  const parts: string[] = [];
  for (const part of (to.startsWith('/') ? to : `${from}/${to}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** True if a path is the folder itself or is inside it. */
export function liesInside(folder: string, path: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`);
}
