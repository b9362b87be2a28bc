import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const maxFiles = 20_000;
const leftOut = new Set(['.git', 'node_modules']);

/**
 * The files of a folder as POSIX paths, excluding git's and installed packages; undefined if there are more than
 * 20,000, because an incomplete list would suggest that a file limit opens nothing.
 */
export async function listFiles(root: string): Promise<readonly string[] | undefined> {
  const found: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !leftOut.has(entry.name)) folders.push(path);
      else if (entry.isFile()) found.push(path);
    }
    if (found.length + folders.length > maxFiles) return undefined;
  }
  return found.toSorted();
}
