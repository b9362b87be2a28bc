import { posix, win32 } from 'node:path';

/** One file that an executing tool could touch, as it stands under the project. */
export interface TouchedFile {
  /** The path as the tool took it from the call. */
  readonly given: string;
  readonly platform: 'posix' | 'win32';
  /** Relative to the project, with `/`; undefined when it is outside. */
  readonly inside: string | undefined;
}

/** Every file that some plausible tool of the family could touch for a call: each place a path may stand, as given and trimmed. */
export function touchedFiles(
  tool: string,
  params: Readonly<Record<string, unknown>>,
  root: string | undefined,
): readonly TouchedFile[] {
  const given = new Set(givenPaths(tool, params).flatMap((path) => [path, path.trim()]));
  return [...given].filter((path) => path !== '').flatMap((path) => rootsOf(root).map((place) => touch(path, place)));
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
  const plain = ['path', 'file_path', 'filePath', 'target_file'].map((key) => params[key]);
  const patches = tool === 'apply_patch' ? ['patch', 'input'].flatMap((key) => patchPaths(params[key])) : [];
  const listed = tool === 'apply_diff' ? [...listPaths(params.files), ...argsPaths(params.args)] : [];
  return [...plain, ...patches, ...listed].filter((path) => typeof path === 'string');
}

const lineEnd = new RegExp(
  ['\r\n', '\n', '\r', '\v', '\f', '\x1c', '\x1d', '\x1e', '\x85', '\u2028', '\u2029'].join('|'),
);

// As lenient as any: lines by every separator that a language knows, trimmed, in any case, with any blanks inside.
function patchPaths(patch: unknown): readonly string[] {
  if (typeof patch !== 'string') return [];
  const lines = patch.split(lineEnd);
  return lines.flatMap((line) => {
    const header = /^\*{3}\s*(?:add|update|delete)\s+file\s*:(.*)$|^\*{3}\s*move\s+to\s*:(.*)$/i.exec(line.trim());
    return header === null ? [] : [(header[1] ?? header[2] ?? '').trim()];
  });
}

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
  const elements = args.matchAll(/<\s*path(?:\s[^>]*)?>([\s\S]*?)<\s*\/\s*path\s*>/gi);
  return [...elements].map((element) => decode((element[1] ?? '').trim()));
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
