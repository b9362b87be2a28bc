import { lstat, readlink } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { isInside } from '@modegate/text-files';

/** Maximum number of links to follow for one path. */
const maxLinks = 40;

/**
 * Finds the symbolic links along paths inside a folder: the absolute path of each link, and its absolute target.
 * Examines nothing outside the folder, and finds no links on systems on which `\` separates names. Never rejects.
 */
export async function readLinks(folder: string, paths: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const links = new Map<string, string>();
  if (sep === '/') for (const path of paths) await follow(resolve(folder, path), folder, links);
  return Object.fromEntries(links);
}

async function follow(path: string, folder: string, links: Map<string, string>): Promise<void> {
  let current = path;
  for (let count = 0; count < maxLinks; count++) {
    const link = await firstLink(current, folder);
    if (link === undefined) return;
    links.set(link.path, link.target);
    current = resolve(link.target, `.${current.slice(link.path.length)}`);
  }
}

async function firstLink(
  path: string,
  folder: string,
): Promise<{ readonly path: string; readonly target: string } | undefined> {
  if (!isInside(path, folder)) return undefined;
  const names = path.slice(folder.length).split('/').filter(Boolean);
  let at = folder;
  for (const name of names) {
    at = resolve(at, name);
    const target = await targetOf(at);
    if (target !== undefined) return { path: at, target: resolve(dirname(at), target) };
  }
  return undefined;
}

async function targetOf(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined;
  } catch {
    return undefined;
  }
}
