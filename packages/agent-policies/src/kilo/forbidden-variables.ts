import type { FileFault, FileValue, FileValueEntry } from '../opencode/file-value.ts';
import { isWithin, parentFolder, resolvePath } from '../opencode/paths.ts';
import { placeFinder, readFileJsonc } from '../opencode/read-file-jsonc.ts';
import type { PermissionFile, PermissionFiles } from '../permission-files.ts';

/**
 * @internal Finds a reason why Kilo ignores a project file: an environment variable, or a reference to a file outside
 * the project.
 */
export function findForbiddenVariable(file: PermissionFile, files: PermissionFiles): FileFault | undefined {
  if (!isWithin(files.project, file.path) || !/\{(?:env|file):/.test(file.text)) return undefined;
  if (file.path.endsWith('.md')) return findInMarkdown(file, files);
  const root = readFileJsonc(file.text);
  if (root === undefined || 'what' in root) return undefined;
  return findInValue(withoutVariableServers(root), { file, files });
}

/** @internal Removes the servers whose headers contain a variable, because Kilo does not start them. */
export function withoutVariableServers(root: FileValue): FileValue {
  const mcp = root.kind === 'map' ? root.entries.get('mcp') : undefined;
  if (root.kind !== 'map' || mcp?.value.kind !== 'map') return root;
  const kept = [...mcp.value.entries].filter(([, { value }]) => !hasVariableHeader(value));
  const value: FileValue = { ...mcp.value, entries: new Map(kept) };
  return { ...root, entries: new Map<string, FileValueEntry>([...root.entries, ['mcp', { ...mcp, value }]]) };
}

function hasVariableHeader(server: FileValue): boolean {
  const headers = server.kind === 'map' ? server.entries.get('headers')?.value : undefined;
  if (headers?.kind !== 'map') return false;
  return [...headers.entries.values()].some(
    ({ value, unsettled }) => unsettled || (value.kind === 'scalar' && value.unsettled),
  );
}

interface Source {
  readonly file: PermissionFile;
  readonly files: PermissionFiles;
}

function findInMarkdown(file: PermissionFile, files: PermissionFiles): FileFault | undefined {
  for (const { 0: token, index } of file.text.matchAll(/(?<!\$)\{(?:env|file):[^}]+\}/g)) {
    const what = faultOf(token, { file, files });
    if (what !== undefined) return { place: placeFinder(file.text)(index), what };
  }
  return undefined;
}

function findInValue(value: FileValue, source: Source): FileFault | undefined {
  if (value.kind === 'scalar')
    return value.unsettled ? findInText(value.value, { ...source, place: value.place }) : undefined;
  const items: readonly (readonly [string | undefined, FileValue])[] =
    value.kind === 'list'
      ? value.items.map((item) => [undefined, item])
      : [...value.entries].map(([key, entry]) => [entry.unsettled ? key : undefined, entry.value]);
  for (const [key, item] of items) {
    const found = (key !== undefined && findInText(key, { ...source, place: item.place })) || findInValue(item, source);
    if (found) return found;
  }
  return undefined;
}

function findInText(
  text: string | number | boolean | null,
  { place, ...source }: Source & Pick<FileFault, 'place'>,
): FileFault | undefined {
  // The token of an unquoted value is unknown, so it is assumed to belong to a variable.
  const tokens = typeof text === 'string' ? (text.match(/\{(?:env|file):[^}]+\}/g) ?? []) : ['{env:}'];
  const what = tokens.map((token) => faultOf(token, source)).find((fault) => fault !== undefined);
  return what === undefined ? undefined : { place, what };
}

function faultOf(token: string, { file, files: { project, home } }: Source): string | undefined {
  if (token.startsWith('{env:'))
    return 'a project file may not use environment variables, but this one contains {env:…}';
  const path = token.slice('{file:'.length, -1).replace(/^~(?=\/)/, home ?? '~');
  if (isWithin(project, resolvePath(parentFolder(file.path), path))) return undefined;
  return 'a project file may not read files outside the project, but this one contains {file:…} with a path outside the project';
}
