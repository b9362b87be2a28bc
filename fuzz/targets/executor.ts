import { posix, win32 } from 'node:path';
import { patchReaders } from './executors/patch-readers.ts';
import { readXmlPaths } from './executors/xml-reader.ts';

/** One file that an executing tool could touch, as it stands under the project. */
export interface TouchedFile {
  /** The path as the tool took it from the call. */
  readonly given: string;
  readonly platform: 'posix' | 'win32';
  /** Relative to the project, with `/`; undefined when it is outside. */
  readonly inside: string | undefined;
}

/** What is on a simulated disk, by the path as a call gives it: a file, or a folder. */
export type Disk = (given: string) => 'file' | 'folder';

/**
 * Every file that some executor could touch for a call: what the parsers of real ones take from a patch and from XML, the places of plain
 * paths and lists, and for a tool that reads a folder the file or what may be below the folder.
 */
export function touchedFiles(
  { tool, params }: { readonly tool: string; readonly params: Readonly<Record<string, unknown>> },
  root: string | undefined,
  disk: Disk,
): readonly TouchedFile[] {
  const given = folderTools.includes(tool) ? searchedFiles(params, disk) : givenPaths(tool, params);
  const read = tool === 'read_file' ? given.flatMap((path) => listFolder(path, disk)) : given;
  return [...new Set(read)]
    .filter((path) => path !== '')
    .flatMap((path) => rootsOf(root).map((place) => touch(path, place)));
}

/** Whether a path is that of the project's own folder, which is no file. */
export function isProjectRoot(given: string, root: string | undefined): boolean {
  return rootsOf(root).every(({ platform, path }) => {
    const { resolve } = platform === 'posix' ? posix : win32;
    return foldAscii(resolve(path, given)) === foldAscii(resolve(path));
  });
}

/** The tools that read a folder, which executors take from `path` alone. */
export const folderTools: readonly string[] = ['search_files', 'codebase_search'];

const namesBelow = ['a', 'b/c.ts', '.env', 'a.md', 'x/y.md', 'secrets/k', 'docs/b.md'];

/** A file as it is, or the names in a folder. */
function listFolder(path: string, disk: Disk): readonly string[] {
  if (path === '' || disk(path) === 'file') return [path];
  return namesBelow.filter((name) => !name.includes('/')).map((name) => `${path}/${name}`);
}

/** A file is searched whatever the pattern says; below a folder it narrows the search to the names that it matches. */
function searchedFiles({ path, file_pattern }: Readonly<Record<string, unknown>>, disk: Disk): readonly string[] {
  const folder = typeof path === 'string' && path !== '' ? path : '.';
  if (folder !== '.' && disk(folder) === 'file') return [folder];
  const suffix = typeof file_pattern === 'string' ? /^\*(\.\w+)$/.exec(file_pattern)?.[1] : undefined;
  return namesBelow.filter((name) => name.endsWith(suffix ?? '')).map((name) => `${folder}/${name}`);
}

interface Root {
  readonly platform: 'posix' | 'win32';
  readonly path: string;
}

function rootsOf(root: string | undefined): readonly Root[] {
  if (root === undefined)
    return [
      { platform: 'posix', path: '/cwd/of/tool' },
      { platform: 'win32', path: 'C:\\cwd\\of\\tool' },
    ];
  return [{ platform: /^(?:[a-zA-Z]:|\\\\)/.test(root) ? 'win32' : 'posix', path: root }];
}

function givenPaths(tool: string, params: Readonly<Record<string, unknown>>): readonly string[] {
  if (tool === 'apply_patch')
    return ['patch', 'input', 'patchText', 'command'].flatMap((key) => {
      const patch = params[key];
      return typeof patch === 'string' ? Object.values(patchReaders).flatMap((read) => read(patch) ?? []) : [];
    });
  const plain = ['path', 'file_path', 'filePath', 'target_file'].map((key) => params[key]);
  const listed = listTools.includes(tool) ? [...listPaths(params.files), ...argsPaths(params.args)] : [];
  const given = [...plain, ...listed].filter((path) => typeof path === 'string');
  // Some tools trim what they are given.
  return given.flatMap((path) => [path, path.trim()]);
}

const listTools = ['apply_diff', 'read_file'];

function listPaths(files: unknown): readonly unknown[] {
  const entries = typeof files === 'string' ? parseJson(files) : files;
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => {
    if (typeof entry === 'string') return [entry];
    if (typeof entry !== 'object' || entry === null) return [];
    const fields = entry as Readonly<Record<string, unknown>>;
    return [fields.path, fields.file_path, fields.filePath];
  });
}

function argsPaths(args: unknown): readonly unknown[] {
  if (typeof args === 'object' && args !== null) return nestedPaths(args);
  if (typeof args !== 'string') return [];
  // Beside the parser that Roo Code has used, one that takes nearly anything for an element.
  const elements = args.matchAll(/<\s*path(?:\s[^>]*)?>([\s\S]*?)<\s*\/\s*path\s*>/gi);
  return [...readXmlPaths(args), ...[...elements].map((element) => decode((element[1] ?? '').trim()))];
}

function nestedPaths(value: object): readonly unknown[] {
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
    if (['path', 'file_path', 'filePath', 'target_file'].includes(key)) return [member];
    return typeof member === 'object' && member !== null ? nestedPaths(member) : [];
  });
}

function decode(text: string): string {
  const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replaceAll(
    /&(?:(\w+)|#(\d+)|#x([\da-f]+));/gi,
    (whole, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return names[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code < 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function touch(given: string, { platform, path: root }: Root): TouchedFile {
  return { given, platform, inside: platform === 'posix' ? insidePosix(given, root) : insideWindows(given, root) };
}

/** On POSIX a backslash is a letter like any other. What is left of it in the name counts as the separator it looks like. */
function insidePosix(given: string, root: string): string | undefined {
  const relative = posix.relative(root, posix.resolve(root, given.replace(/\0.*$/s, '')));
  if (relative === '..' || relative.startsWith('../')) return undefined;
  const looks = posix.normalize(relative.replaceAll('\\', '/')).replace(/^\/+|\/$/g, '');
  return looks === '..' || looks.startsWith('../') ? undefined : looks;
}

/** Windows reads both separators, drops dots and blanks at the end of a name, and opens a stream behind a colon. */
function insideWindows(given: string, root: string): string | undefined {
  const file = win32.resolve(root, given.replace(/\0.*$/s, ''));
  const prefix = win32.resolve(root).replace(/\\?$/, '\\');
  if (!foldAscii(file).startsWith(foldAscii(prefix)) && foldAscii(`${file}\\`) !== foldAscii(prefix)) return undefined;
  const segments = file.slice(prefix.length).split('\\');
  const named = segments.map((segment) => segment.replace(/:.*$/s, '').replace(/[. ]+$/, ''));
  return named.filter((segment) => segment !== '').join('/');
}

// Upper and lower case are one on Windows. Only ASCII is folded: a folder beyond it may be another one.
function foldAscii(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
