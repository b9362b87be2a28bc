import type { AgentToolCall } from '../agent-answer.ts';
import { resolveLinks } from '../claude-code/paths.ts';
import { isAbsolutePath, isWithin, parentFolder, relativePath, resolvePath } from './paths.ts';
import { readShell, type ShellTree } from './shell-nodes.ts';

/** @internal Texts for which one permission is requested. */
export interface PermissionRequest {
  readonly permission: string;
  /** Possible forms of each text; undefined stands for any text. Every text must be allowed. */
  readonly texts: readonly (readonly (string | undefined)[])[];
}

/** @internal Requests made by a call, and the reason why they are uncertain. */
export interface CallRequests {
  readonly requests: readonly PermissionRequest[];
  readonly uncertain?: string;
}

/** @internal Folders against which a call's paths are resolved. */
export interface CallPlace {
  readonly project: string;
  readonly start: string;
  readonly home: string;
  readonly paths: readonly string[];
  /** Targets of symbolic links by absolute path. */
  readonly links: Readonly<Record<string, string>>;
  readonly isWindows: boolean;
}

/**
 * @internal Lists the permissions that a tool requests in opencode; an unknown tool requests one under its own name.
 */
export function requestsOf(call: AgentToolCall, place: CallPlace): CallRequests {
  if (isOwnTool(call.tool, place)) return { requests: [] };
  const about = testedArguments.get(call.tool);
  if (about !== undefined) return argumentRequest(call, about);
  const text = (name: string): string | undefined => textArgument(call, name);
  switch (call.tool) {
    case 'bash':
      return shellRequests(call, place, ({ nodes }) => nodes.map((node) => node.text));
    case 'read':
      return fileRequests('read', { call, place, outside: folderOrFile });
    case 'write':
    case 'edit':
      return fileRequests('edit', { call, place, outside: fileOnly });
    case 'apply_patch':
      return patchRequests(text('patchText'), place);
    case 'glob':
      return searchRequests(call, place, (folder) => [`${withSlash(folder)}*`]);
    case 'grep':
      return searchRequests(call, place, (target) => folderOrFile(target, place));
    case 'list_mcp_resources':
    case 'list_mcp_resource_templates':
      return resourceRequests(text('server'), '*');
    case 'read_mcp_resource':
      return resourceRequests(text('server'), text('uri'));
    default:
      return { requests: [{ permission: call.tool, texts: [['*']] }] };
  }
}

const testedArguments: ReadonlyMap<string, string> = new Map([
  ['websearch', 'query'],
  ['webfetch', 'url'],
  ['task', 'subagent_type'],
  ['skill', 'name'],
]);

/** @internal Returns the request made by a tool that requests a permission of its own name, for one of its arguments. */
export function argumentRequest(call: AgentToolCall, name: string): CallRequests {
  return { requests: [{ permission: call.tool, texts: [[textArgument(call, name)]] }] };
}

/**
 * Returns requests for a server's resources, which are read under a separate name; if no server is specified, the
 * requests cover all servers.
 */
function resourceRequests(server: string | undefined, uri: string | undefined): CallRequests {
  const text = server === undefined || uri === undefined ? undefined : `mcp:${server}:${uri}`;
  return { requests: [{ permission: 'read', texts: [[text]] }] };
}

/**
 * True for a tool defined in a file: such a tool requests no permission, even under the name of a built-in tool, and
 * rules can only remove it.
 */
function isOwnTool(tool: string, { paths }: CallPlace): boolean {
  return paths.some((path) => {
    const name = /\/(?:\.(?:opencode|kilo|kilocode)|\.config\/(?:opencode|kilo))\/tools?\/([^/]+)\.[jt]s$/.exec(
      path,
    )?.[1];
    return name !== undefined && (tool === name || tool.startsWith(`${name}_`));
  });
}

/** @internal Returns a text argument of a call. */
export function textArgument(call: AgentToolCall, name: string): string | undefined {
  const value = Object.hasOwn(call.arguments, name) ? call.arguments[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function pathArgument(
  call: AgentToolCall,
  { name, place }: { readonly name: string; readonly place: CallPlace },
): string | undefined {
  const value = textArgument(call, name);
  if (value === undefined) return undefined;
  const slashed = place.isWindows ? value.replaceAll('\\', '/') : value;
  // A tilde is an ordinary name here; only the shell and the rules expand it.
  return resolvePath(place.start, slashed.startsWith('~') && place.home !== '~' ? `./${slashed}` : slashed);
}

function isOutside(path: string, { start, project }: CallPlace): boolean {
  return !isWithin(start, path) && !isWithin(project, path);
}

type OutsideTexts = (path: string, place: CallPlace) => readonly string[];

const fileOnly: OutsideTexts = (path) => [`${withSlash(parentFolder(path))}*`];

/** @internal Treats an outside path as both a folder and a file, because the disk is not read. */
export const folderOrFile: OutsideTexts = (path, place) => {
  const asFolder = `${withSlash(path)}*`;
  if (place.paths.includes(path)) return fileOnly(path, place);
  if (place.paths.some((known) => known.startsWith(withSlash(path)))) return [asFolder];
  return [asFolder, ...fileOnly(path, place)];
};

function withSlash(folder: string): string {
  return folder.endsWith('/') ? folder : `${folder}/`;
}

/**
 * @internal Returns requests for the file in a call. With `isFollowed`, symbolic links are followed: for an outside
 * path, only the target is tested; for any other path, both the path and the target are tested.
 */
export function fileRequests(permission: string, { call, place, outside, isFollowed = false }: FileCall): CallRequests {
  const path = pathArgument(call, { name: 'filePath', place });
  if (path === undefined) return { requests: [{ permission, texts: [[undefined]] }] };
  const target = isFollowed ? resolveLinks(path, place.links) : path;
  return {
    requests: [
      ...outsideRequest(isOutside(target, place) ? [outside(target, place)] : []),
      { permission, texts: [...new Set([path, target])].map((one) => [relativePath(place.project, one)]) },
    ],
  };
}

interface FileCall {
  readonly call: AgentToolCall;
  readonly place: CallPlace;
  readonly outside: OutsideTexts;
  readonly isFollowed?: boolean;
}

function outsideRequest(texts: PermissionRequest['texts']): readonly PermissionRequest[] {
  return texts.length === 0 ? [] : [{ permission: 'external_directory', texts }];
}

function searchRequests(
  call: AgentToolCall,
  place: CallPlace,
  outside: (path: string) => readonly string[],
): CallRequests {
  const path = pathArgument(call, { name: 'path', place });
  const beyond = path === undefined || !isOutside(path, place) ? [] : [outside(path)];
  return { requests: [{ permission: call.tool, texts: [[textArgument(call, 'pattern')]] }, ...outsideRequest(beyond)] };
}

/** Tests the old path of every file in a patch; tests the target of a move only if that target is an outside path. */
function patchRequests(patch: string | undefined, place: CallPlace): CallRequests {
  if (patch === undefined) return { requests: [{ permission: 'edit', texts: [[undefined]] }] };
  const resolve = (path: string) => resolvePath(place.start, path.trim());
  const files = [...patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)].map(([, path = '']) =>
    resolve(path),
  );
  const targets = [...patch.matchAll(/^\*\*\* Move to: (.+)$/gm)].map(([, path = '']) => resolve(path));
  const beyond = [...files, ...targets].filter((path) => isOutside(path, place));
  return {
    requests: [
      ...beyond.flatMap((path) => outsideRequest([fileOnly(path, place)])),
      { permission: 'edit', texts: files.map((path) => [relativePath(place.project, path)]) },
    ],
  };
}

/** @internal Returns the request for the folder in which a command runs, if it is an outside folder. */
export function workdirRequest(call: AgentToolCall, place: CallPlace): readonly PermissionRequest[] {
  const folder = pathArgument(call, { name: 'workdir', place }) ?? place.start;
  return outsideRequest(isOutside(folder, place) ? [[`${withSlash(folder)}*`]] : []);
}

/** Programs whose arguments are interpreted as paths. */
const pathPrograms: ReadonlySet<string> = new Set(
  'cd chdir popd pushd rm cp mv mkdir touch chmod chown cat'.split(' '),
);

const folderPrograms: ReadonlySet<string> = new Set(['cd', 'chdir', 'popd', 'pushd', 'push-location', 'set-location']);

/**
 * @internal Returns the requests made by a shell command: the outside folders mentioned in its paths, and the text of
 * each command.
 * @param toTexts - Texts of the commands that are tested.
 */
export function shellRequests(
  call: AgentToolCall,
  place: CallPlace,
  toTexts: (tree: ShellTree, command: string) => readonly string[],
): CallRequests {
  const command = textArgument(call, 'command');
  const folder = pathArgument(call, { name: 'workdir', place }) ?? place.start;
  const workdir = workdirRequest(call, place).flatMap(({ texts }) => texts);
  const anything = { permission: 'bash', texts: [[undefined]] };
  if (command === undefined)
    return { requests: [...outsideRequest(workdir), anything], uncertain: 'the missing command' };
  if (place.isWindows)
    return {
      requests: [...outsideRequest([...workdir, [undefined]]), anything],
      uncertain: 'the shell, which on Windows may be PowerShell',
    };
  const tree = readShell(command);
  if (tree.uncertain !== undefined)
    return { requests: [...outsideRequest([...workdir, [undefined]]), anything], uncertain: tree.uncertain };
  const tested = tree.nodes.filter(({ words: [name = ''] }) => !folderPrograms.has(name));
  const texts = toTexts({ ...tree, nodes: tested }, tree.nodes.length === 0 ? command.trim() : '');
  const beyond = tree.nodes.flatMap(({ words }) => outsidePaths(words, { folder, place }));
  return {
    requests: [
      ...outsideRequest([...workdir, ...beyond]),
      ...(texts.length === 0 ? [] : [{ permission: 'bash', texts: texts.map((text) => [text]) }]),
    ],
  };
}

function outsidePaths(
  [name = '', ...words]: readonly string[],
  { folder, place }: { readonly folder: string; readonly place: CallPlace },
): readonly (readonly string[])[] {
  if (!pathPrograms.has(name)) return [];
  return words.flatMap((word) => {
    if (word.startsWith('-') || (name === 'chmod' && word.startsWith('+'))) return [];
    const path = argumentPath(word, place.home);
    if (path === undefined) return [];
    const resolved = resolvePath(folder, path);
    return isOutside(resolved, place) ? [folderOrFile(resolved, place)] : [];
  });
}

/**
 * Removes quotes around the whole word, and everything from the first wildcard onwards; skips words whose value the
 * shell would compute.
 */
function argumentPath(word: string, home: string): string | undefined {
  const plain = /^(["'])([\s\S]*)\1$/.exec(word)?.[2] ?? word;
  const text = plain === '~' || /^~[\\/]/.test(plain) ? home + plain.slice(1) : plain;
  const path = text.split(/[?*[]/, 1)[0] ?? '';
  if (path === '' || path.startsWith('(') || path.startsWith('@(') || /[$`]/.test(path)) return undefined;
  return isAbsolutePath(path) || !path.startsWith('~') ? path : `./${path}`;
}
