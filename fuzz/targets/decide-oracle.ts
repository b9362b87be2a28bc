import { posix } from 'node:path';
import { judgeMcp } from './mcp-oracle.ts';
import { findOracleMode, type OracleMode } from './oracle-modes.ts';
import { isFields } from './oracle-shapes.ts';
import type { OracleCall, OracleInput, OracleRequest, Verdict } from './oracle-terms.ts';

/**
 * Judges a call the slow and obvious way. It is written from the rules and shares no code with the product, so that the
 * two can disagree.
 */
export function judgeCall(input: OracleInput, request: OracleRequest): Verdict {
  try {
    return judge(input, request);
  } catch {
    // A hostile value threw when it was looked at.
    return 'unsure';
  }
}

function judge(input: OracleInput, request: OracleRequest): Verdict {
  const mode = findOracleMode([input.project, input.global], request.mode);
  if (mode === 'none' || mode === 'broken') return 'refused';
  if (mode === 'unsure' || typeof request.tool !== 'string') return 'unsure';
  const params = request.params ?? {};
  if (!isFields(params)) return 'unsure';
  const { at, context, task } = request;
  const call: OracleCall = { ...input, mode, tool: request.tool, mcp: request.mcp, params, at, context, task };
  const disabled = judgeDisabled(call);
  if (disabled !== 'allowed') return disabled;
  if (alwaysAvailable.includes(call.tool)) return call.mcp === undefined ? 'allowed' : 'unsure';
  const group = groupOf(call.tool);
  const isMcp = group === undefined || call.tool === 'use_mcp_tool' || call.tool === 'access_mcp_resource';
  if (isMcp) return judgeMcp(call, mcpGroupOf(mode));
  if (call.mcp !== undefined) return 'unsure';
  const entry = groupEntry(mode, group);
  if (entry === undefined) return mode.isBuiltin && group === 'browser' ? 'unsure' : 'refused';
  return judgeFiles(call, group, entry);
}

/** Whether the mode holds MCP, and whether with a limit that cannot be held. */
function mcpGroupOf(mode: OracleMode): 'missing' | 'limited' | 'held' {
  const entry = groupEntry(mode, 'mcp');
  if (entry === undefined) return 'missing';
  return limitOf(entry) === undefined ? 'held' : 'limited';
}

const alwaysAvailable =
  'ask_followup_question attempt_completion switch_mode new_task update_todo_list run_slash_command skill'.split(' ');

const groupTools: Readonly<Record<string, string>> = {
  read: 'read_file search_files list_files codebase_search list_code_definition_names',
  edit: 'apply_diff write_to_file write_file generate_image edit search_and_replace search_replace edit_file apply_patch insert_content',
  command: 'execute_command read_command_output',
  browser: 'browser_action',
  mcp: 'use_mcp_tool access_mcp_resource',
};

const aliases: readonly (readonly [string, string])[] = [
  ['write_file', 'write_to_file'],
  ['search_and_replace', 'edit'],
];

function judgeDisabled({ disabledTools, tool }: OracleCall): Verdict {
  if (disabledTools === undefined) return 'allowed';
  if (!Array.isArray(disabledTools) || !disabledTools.every((name) => typeof name === 'string')) return 'unsure';
  const canonical = (name: string) => aliases.find(([alias]) => alias === name)?.[1] ?? name;
  if (disabledTools.map(canonical).includes(canonical(tool))) return 'refused';
  // A pattern may switch off any tool; the product says which, and its own tests hold it to that.
  if (disabledTools.some((name) => /[*?]/.test(name))) return 'unsure';
  // Whether the switch for the static MCP tool holds for the dynamic names too is not written down.
  return groupOf(tool) === undefined && disabledTools.includes('use_mcp_tool') ? 'unsure' : 'allowed';
}

function groupOf(tool: string): string | undefined {
  return Object.keys(groupTools).find((group) => groupTools[group]?.split(' ').includes(tool));
}

function groupEntry(mode: OracleMode, group: string): unknown {
  return mode.groups.find((entry) => entry === group || (Array.isArray(entry) && entry[0] === group));
}

function limitOf(entry: unknown): string | undefined {
  const options: unknown = Array.isArray(entry) ? entry[1] : undefined;
  const pattern = isFields(options) ? options.fileRegex : undefined;
  return typeof pattern === 'string' && pattern !== '' ? pattern : undefined;
}

// ---- files ----

function judgeFiles(call: OracleCall, group: string, entry: unknown): Verdict {
  const limit = limitOf(entry);
  if (limit === undefined) return 'allowed';
  if (group !== 'edit' && group !== 'read') return 'unsure';
  const pattern = compile(limit);
  if (pattern === undefined) return 'refused';
  // What no bounded matcher can do is refused by ours, and that is not written in the rules.
  if (/\\[1-9k]|\(\?[a-z-]+:/.test(limit)) return 'unsure';
  const paths = pathsOf(call);
  if (paths === undefined) return 'unsure';
  if (folderTools.includes(call.tool)) return judgeFolders(call, paths, pattern);
  if (paths.length === 0) return 'refused';
  const verdicts = paths.map((path) => judgePath(path, pattern, call.projectRoot));
  return (
    verdicts.find((verdict) => verdict === 'refused') ?? verdicts.find((verdict) => verdict === 'unsure') ?? 'allowed'
  );
}

function pathsOf({ tool, params }: OracleCall): readonly string[] | undefined {
  if (['files', 'args', 'input'].some((key) => params[key] !== undefined)) return undefined;
  const given = ['path', 'file_path', 'filePath', 'target_file']
    .map((key) => params[key])
    .filter((value) => value !== undefined);
  const patch = tool === 'apply_patch' ? params.patch : undefined;
  if (![...given, ...(patch === undefined ? [] : [patch])].every((value) => typeof value === 'string'))
    return undefined;
  const headers = String(patch ?? '')
    .split('\n')
    .flatMap((line) => /^\*\*\* (?:Add|Update|Delete) File: (.*)$|^\*\*\* Move to: (.*)$/.exec(line)?.slice(1) ?? []);
  const patched = headers.filter((path) => path !== undefined).map((path) => path.trim());
  // A patch says itself what it touches: what is said beside it does not count.
  if (tool === 'apply_patch' && patched.length === 0) return [];
  return [...(given as string[]), ...patched];
}

const folderTools = 'search_files list_files codebase_search list_code_definition_names'.split(' ');
const namesBelow = ['a', 'b/c', '.env', 'a.md', 'a\nb', '\u2028', 'x/y.ts', 'secrets/k'];

/**
 * What is below a folder must match whatever it is called, and so must the path itself, as it may be a file; whether a limit that no sample
 * breaks is provable is not written in the rules. What executors search without a `path` is the project.
 */
function judgeFolders(call: OracleCall, paths: readonly string[], pattern: RegExp): Verdict {
  const isBroken = (start: string) =>
    namesBelow.some((name) => !pattern.test(`${start}${name}`) && !name.includes('/'));
  if (call.params.path === undefined && isBroken('') && !isNarrowed(call)) return 'refused';
  const isClosed = (path: string) => !pattern.test(path) || (isBroken(`${path}/`) && !isNarrowed(call));
  return paths.some((path) => /^\w+(?:\/\w+)*$/.test(path) && isClosed(path)) ? 'refused' : 'unsure';
}

function isNarrowed({ params }: OracleCall): boolean {
  return params.file_pattern !== undefined;
}

function judgePath(path: string, pattern: RegExp, root: string | undefined): Verdict {
  if (!/^[\w\-./]+$/.test(path) || path.length > 4000) return 'unsure';
  if (path.split('/').some((segment) => segment.endsWith('.') && segment !== '.' && segment !== '..')) return 'unsure';
  if (root !== undefined && !/^\/[\w/]*[\w]$/.test(root)) return 'unsure';
  const inside = posix.isAbsolute(path)
    ? root === undefined
      ? undefined
      : posix.relative(root, path)
    : posix.normalize(path);
  if (inside === undefined || inside === '' || inside === '.' || inside === './') return 'refused';
  if (inside === '..' || inside.startsWith('../')) return 'refused';
  return pattern.test(inside.replace(/\/$/, '')) ? 'allowed' : 'refused';
}

function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern);
  } catch {
    return undefined;
  }
}
