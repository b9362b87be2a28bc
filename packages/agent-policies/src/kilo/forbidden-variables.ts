import type { FileFault, FileValue } from '../opencode/file-value.ts';
import { isWithin } from '../opencode/paths.ts';
import { placeFinder, readFileJsonc } from '../opencode/read-file-jsonc.ts';
import type { PermissionFile, PermissionFiles } from '../permission-files.ts';

const what = 'a file of the project may not take variables of the environment, and holds {env:…}';

/** @internal Finds `{env:…}` in a file of the project, which Kilo then leaves out; in headers of servers it drops the server. */
export function findForbiddenVariable(file: PermissionFile, { project }: PermissionFiles): FileFault | undefined {
  if (!isWithin(project, file.path) || !file.text.includes('{env:')) return undefined;
  if (file.path.endsWith('.md')) {
    const index = file.text.search(/(?<!\$)\{env:[^{}]+\}/);
    return index === -1 ? undefined : { place: placeFinder(file.text)(index), what };
  }
  const root = readFileJsonc(file.text);
  const found = root === undefined || 'what' in root ? undefined : findVariable(root, []);
  return found && { place: found.place, what };
}

function findVariable(value: FileValue, path: readonly string[]): FileValue | undefined {
  if (value.kind === 'scalar')
    return value.unsettled && (typeof value.value !== 'string' || value.value.includes('{env:')) ? value : undefined;
  if (path.length === 3 && path[0] === 'mcp' && path[2] === 'headers') return undefined;
  if (value.kind === 'list') return firstOf(value.items, (item) => findVariable(item, path));
  return firstOf([...value.entries], ([key, entry]) =>
    entry.unsettled && key.includes('{env:') ? entry.value : findVariable(entry.value, [...path, key]),
  );
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => FileValue | undefined): FileValue | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
