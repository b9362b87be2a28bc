import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** So many take a few hundred milliseconds. */
const maxEntries = 50_000;

/** What no search of an agent looks into by itself. */
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/**
 * The absolute paths of the links below a folder, at any depth.
 *
 * @throws {Error} when there is too much below the folder to look at.
 */
export function linksBelow(folder: string): readonly string[] {
  const links: string[] = [];
  const pending = [folder];
  let entries = 0;
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const entry of list(at)) {
      entries += 1;
      if (entries > maxEntries)
        throw new Error(
          `there are more than ${maxEntries} files below ${folder}, and links among them are not known. Search in a smaller folder`,
        );
      const path = join(at, entry.name);
      if (entry.isSymbolicLink()) links.push(path);
      else if (entry.isDirectory() && !skipped.has(entry.name)) pending.push(path);
    }
  }
  return links;
}

/** Empty where the folder cannot be read: then the agent cannot read it either. */
function list(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
