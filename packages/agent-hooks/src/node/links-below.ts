import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Searching this number of entries takes about 50 ms on an in-memory disk. */
const maxEntries = 50_000;

/** Folders that Gemini CLI and Qwen Code skip in searches. */
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/**
 * Lists the absolute paths of the symbolic links below a folder, at any depth.
 *
 * @throws {Error} if the folder contains too many entries, or cannot be read for a reason other than missing
 * permissions.
 */
export function linksBelow(folder: string): readonly string[] {
  const links: string[] = [];
  const pending = [folder];
  let entries = 0;
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const entry of listEntries(at)) {
      entries += 1;
      if (entries > maxEntries)
        throw new Error(
          `this search follows links, and ${folder} has more than ${maxEntries} entries to check for links. Search in a smaller folder`,
        );
      const path = join(at, entry.name);
      if (entry.isSymbolicLink()) links.push(path);
      else if (entry.isDirectory() && !skipped.has(entry.name)) pending.push(path);
    }
  }
  return links;
}

/**
 * Lists the entries in a folder. If this user may not read the folder, neither may the agent, which runs as the same
 * user.
 */
function listEntries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
