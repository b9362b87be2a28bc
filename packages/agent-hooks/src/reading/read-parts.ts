import type { AgentTool, ParameterRole, ToolKind } from '@modegate/agent-tools';
import { defined } from '@modegate/json';
import { collectCallPaths, findTool } from '@modegate/mode-core/tools';
import type { CallPart } from '../agent-call.ts';
import { readCommandParts } from './read-command-parts.ts';
import { PayloadFault } from './read-json.ts';
import { omitPaths, valuesAt } from './values-at.ts';

type Input = Readonly<Record<string, unknown>>;

/** @internal The catalogue tool used to evaluate each kind of tool. */
export const catalogueTools: Readonly<Record<ToolKind, string>> = {
  read: 'read_file',
  write: 'write_to_file',
  edit: 'edit',
  delete: 'delete_file',
  patch: 'apply_patch',
  search: 'search_files',
  list: 'list_files',
  index: 'codebase_search',
  command: 'execute_command',
  'running-command': 'read_command_output',
  web: 'browser_action',
  resource: 'access_mcp_resource',
  subagent: 'new_task',
  question: 'ask_followup_question',
  skill: 'skill',
  'slash-command': 'run_slash_command',
  'switch-mode': 'switch_mode',
  finish: 'attempt_completion',
  own: 'update_todo_list',
};

/**
 * Returns a tool call's actions. Only declared parameters determine the folder that a tool searches and the files that
 * it excludes; any other argument that refers to a file adds a location. If the call does not specify a required file,
 * the call cannot be evaluated.
 *
 * @throws {PayloadFault} for such a call, or for an argument of the wrong type.
 */
export function readParts(tool: AgentTool, input: Input): readonly CallPart[] {
  const files = valuesAt(input, placesOf(tool, 'file'));
  switch (tool.kind) {
    case 'patch':
      return [readPatch(input)];
    case 'command':
      return readCommands(tool, input);
    case 'resource':
      return [readResource(tool, input)];
    case 'search':
    case 'list':
    case 'index':
      return [readFolder(tool, input, files)];
    default:
      return findTool(catalogueTools[tool.kind])?.paths === undefined
        ? [{ tool: catalogueTools[tool.kind], paths: undefined }, ...readFurther(files)]
        : [readFiles(tool, input, files)];
  }
}

function placesOf({ parameters }: AgentTool, role: ParameterRole): readonly string[] {
  return parameters[role] ?? [];
}

/** Returns the reads of files that are passed to any other tool, such as an image for a subagent. */
function readFurther(files: readonly string[]): readonly CallPart[] {
  return files.length === 0 ? [] : [{ tool: catalogueTools.read, paths: files }];
}

function readFiles(tool: AgentTool, input: Input, files: readonly string[]): CallPart {
  const paths = requireFiles([...files, ...findUndeclared(tool, input)]);
  return { tool: catalogueTools[tool.kind], paths, ...defined({ replacesMissing: tool.replacesMissing }) };
}

function readFolder(tool: AgentTool, input: Input, files: readonly string[]): CallPart {
  const folders = valuesAt(input, placesOf(tool, 'folder'));
  const undeclared = findUndeclared(tool, input).filter((path) => path !== '');
  // If no folder is given, or if the folder is an empty string, tools search the working folder.
  const roots = folders.length === 0 ? ['.'] : folders.map((folder) => (folder === '' ? '.' : folder));
  const globs = [...placesOf(tool, 'glob'), ...placesOf(tool, 'files-glob')];
  const led = roots.flatMap((root) => globs.flatMap((place) => findGlobFolders(input[place], root)));
  const paths = [...roots, ...led, ...files, ...undeclared];
  const { kind, followsLinks } = tool;
  return { tool: catalogueTools[kind], paths, ...narrow(tool, input), ...defined({ followsLinks }) };
}

/**
 * A tool that stands for any tool with undeclared paths; such paths are found in the same way as those of a tool that
 * writes: under every key that may contain one.
 */
const anyPath = { name: '', aliases: [], group: 'edit', paths: { kind: 'parameters' } } as const;

function findUndeclared({ parameters }: AgentTool, input: Input): readonly string[] {
  return requirePaths(collectCallPaths(anyPath, omitPaths(input, Object.values(parameters).flat())));
}

function readPatch(input: Input): CallPart {
  const paths = requirePaths(collectCallPaths({ ...anyPath, paths: { kind: 'patch' } }, input));
  return { tool: catalogueTools.patch, paths: requireFiles(paths) };
}

function requirePaths(found: ReturnType<typeof collectCallPaths>): readonly string[] {
  if (found.ok) return found.paths;
  throw new PayloadFault(found.detail);
}

function requireFiles(paths: readonly string[]): readonly string[] {
  if (paths.length > 0 && !paths.includes('')) return paths;
  throw new PayloadFault('it does not refer to a file');
}

/** Reads commands. Some agents themselves apply a patch that is contained in the command text. */
function readCommands(tool: AgentTool, input: Input): readonly CallPart[] {
  const texts = placesOf(tool, 'patch').flatMap((place) => [input[place]].flat());
  const patches = texts.filter((text) => typeof text === 'string' && /\*{3}\s*Begin Patch/i.test(text));
  return [...readCommandParts(tool, input), ...patches.map((patch) => readPatch({ patch }))];
}

/**
 * Narrows a search: a name pattern is treated as a restriction only if the catalogue's search supports it, as is the
 * case for `*.md` (at any depth).
 */
function narrow(tool: AgentTool, input: Input): Pick<CallPart, 'params'> {
  const [place = ''] = placesOf(tool, 'glob');
  const pattern = input[place];
  return typeof pattern === 'string' ? { params: { file_pattern: pattern.replace(/^\*\*\//, '') } } : {};
}

function readResource(tool: AgentTool, input: Input): CallPart {
  const [server] = valuesAt(input, placesOf(tool, 'server'));
  return { tool: catalogueTools.resource, paths: undefined, ...defined({ server }) };
}

/** A folder that contains no project files and is not covered by any file restriction. */
const anywhere = '/';

/**
 * Returns the folders to which patterns lead, in addition to the folder being searched. `docs/*.md` stays in that
 * folder; `../*.md` and `/etc/*` do not. If this is unclear, returns the root of the disk.
 */
function findGlobFolders(patterns: unknown, folder: string): readonly string[] {
  if (patterns === undefined || patterns === null) return [];
  const list: readonly unknown[] = Array.isArray(patterns) ? patterns : [patterns];
  return list.flatMap((pattern) => (typeof pattern === 'string' ? findFolder(pattern, folder) : [anywhere]));
}

function findFolder(pattern: string, folder: string): readonly string[] {
  const isAbsolute = startsElsewhere.test(pattern);
  // Each alternative in a group may start elsewhere.
  if (/[{(,|!]\s*(?:[/\\~]|[a-zA-Z]:)/.test(pattern)) return [anywhere];
  if (!isAbsolute && !pattern.includes('..')) return [];
  const wildcard = pattern.search(/[*?[\]{}()!\\]/);
  const end = wildcard === -1 ? pattern.length : pattern.lastIndexOf('/', wildcard);
  const [plain, rest] = [pattern.slice(0, Math.max(end, 0)), pattern.slice(Math.max(end, 0))];
  if (rest.includes('..') || plain === '' || pattern.includes('\\')) return [anywhere];
  return [isAbsolute ? plain : `${folder}/${plain}`];
}

const startsElsewhere = /^(?:[/\\~]|[a-zA-Z]:)/;
