import { posix } from 'node:path';
import {
  type Fields,
  isFields,
  isFilledText,
  isGroupEntry,
  isNameList,
  isRestrictions,
  isServer,
  isTextOrAbsent,
} from './oracle-shapes.ts';

/** What the rules say of a call; `unsure` where the input is not well formed or the rules leave it open. */
export type Verdict = 'allowed' | 'refused' | 'unsure';

/** A policy as documents, before anything of ours has read them. */
export interface OracleInput {
  readonly project: unknown;
  readonly global: unknown;
  readonly servers: unknown;
  readonly disabledTools: unknown;
  readonly projectRoot: string | undefined;
}

/** A call as an agent makes it. */
export interface OracleRequest {
  readonly mode?: unknown;
  readonly tool?: unknown;
  readonly mcp?: unknown;
  readonly params?: unknown;
}

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
  const mode = findMode(input, request.mode);
  if (mode === 'none' || mode === 'broken') return 'refused';
  if (mode === 'unsure' || typeof request.tool !== 'string') return 'unsure';
  const params = request.params ?? {};
  if (!isFields(params)) return 'unsure';
  const call: Call = { ...input, mode, tool: request.tool, mcp: request.mcp, params };
  const disabled = judgeDisabled(call);
  if (disabled !== 'allowed') return disabled;
  if (alwaysAvailable.includes(call.tool)) return call.mcp === undefined ? 'allowed' : 'unsure';
  const group = groupOf(call.tool);
  if (group === undefined || call.tool === 'use_mcp_tool' || call.tool === 'access_mcp_resource') return judgeMcp(call);
  if (call.mcp !== undefined) return 'unsure';
  const entry = groupEntry(mode, group);
  if (entry === undefined) return mode.isBuiltin && group === 'browser' ? 'unsure' : 'refused';
  return judgeFiles(call, group, entry);
}

interface Call extends OracleInput {
  readonly mode: Mode;
  readonly tool: string;
  readonly mcp: unknown;
  readonly params: Fields;
}

interface Mode {
  readonly groups: readonly unknown[];
  readonly restrictions: Fields;
  readonly zooServers: readonly string[] | undefined;
  readonly isBuiltin: boolean;
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

const builtins: Readonly<Record<string, readonly unknown[]>> = {
  architect: ['read', ['edit', { fileRegex: '\\.md$' }], 'mcp'],
  code: ['read', 'edit', 'command', 'mcp'],
  ask: ['read', 'mcp'],
  debug: ['read', 'edit', 'command', 'mcp'],
  orchestrator: [],
};

function findMode({ project, global }: OracleInput, slug: unknown): Mode | 'none' | 'broken' | 'unsure' {
  for (const document of [project, global]) {
    if (document === undefined) continue;
    if (!isFields(document) || !Array.isArray(document.customModes)) return 'unsure';
    const found = (document.customModes as readonly unknown[]).find((mode) => isFields(mode) && mode.slug === slug);
    if (isFields(found) && /^[a-zA-Z0-9-]+$/.test(String(slug)) && typeof slug === 'string') return readMode(found);
  }
  const groups = typeof slug === 'string' && Object.hasOwn(builtins, slug) ? builtins[slug] : undefined;
  return groups === undefined ? 'none' : { groups, restrictions: {}, zooServers: undefined, isBuiltin: true };
}

function readMode(mode: Fields): Mode | 'broken' | 'unsure' {
  if (!isFilledText(mode.name) || !isFilledText(mode.roleDefinition) || !Array.isArray(mode.groups)) return 'broken';
  const groups = mode.groups as readonly unknown[];
  const texts = ['whenToUse', 'description', 'customInstructions'].every((key) => isTextOrAbsent(mode[key]));
  const names = groups.map((entry) => (Array.isArray(entry) ? entry[0] : entry));
  const areGroups = groups.every(isGroupEntry) && new Set(names).size === names.length;
  const restrictions = mode.mcpRestrictions ?? {};
  const zoo = mode.allowedMcpServers;
  if (mode.mcpRestrictions === null || zoo === null) return 'unsure';
  if (!texts || !areGroups || !isRestrictions(restrictions) || Object.keys(mode).some(isMisspelt)) return 'unsure';
  if (zoo !== undefined && !isNameList(zoo)) return 'unsure';
  return { groups, restrictions, zooServers: zoo, isBuiltin: false };
}

/** A key that may be a misspelt restriction: what becomes of those is a choice of ours, not a rule. */
function isMisspelt(key: string): boolean {
  return /mcp|server|tool|restrict|allow/i.test(key) && key !== 'mcpRestrictions' && key !== 'allowedMcpServers';
}

function judgeDisabled({ disabledTools, tool }: Call): Verdict {
  if (disabledTools === undefined) return 'allowed';
  if (!Array.isArray(disabledTools) || !disabledTools.every((name) => typeof name === 'string')) return 'unsure';
  const canonical = (name: string) => aliases.find(([alias]) => alias === name)?.[1] ?? name;
  if (disabledTools.map(canonical).includes(canonical(tool))) return 'refused';
  // Whether the switch for the static MCP tool holds for the dynamic names too is not written down.
  return groupOf(tool) === undefined && disabledTools.includes('use_mcp_tool') ? 'unsure' : 'allowed';
}

function groupOf(tool: string): string | undefined {
  return Object.keys(groupTools).find((group) => groupTools[group]?.split(' ').includes(tool));
}

function groupEntry(mode: Mode, group: string): unknown {
  return mode.groups.find((entry) => entry === group || (Array.isArray(entry) && entry[0] === group));
}

function limitOf(entry: unknown): string | undefined {
  const options: unknown = Array.isArray(entry) ? entry[1] : undefined;
  const pattern = isFields(options) ? options.fileRegex : undefined;
  return typeof pattern === 'string' && pattern !== '' ? pattern : undefined;
}

// ---- files ----

function judgeFiles(call: Call, group: string, entry: unknown): Verdict {
  const limit = limitOf(entry);
  if (limit === undefined) return 'allowed';
  if (group !== 'edit' && group !== 'read') return 'unsure';
  const pattern = compile(limit);
  if (pattern === undefined) return 'refused';
  // What no bounded matcher can do is refused by ours, and that is not written in the rules.
  if (/\\[1-9k]|\(\?[a-z-]+:/.test(limit)) return 'unsure';
  const paths = pathsOf(call);
  if (paths === undefined) return 'unsure';
  if (paths.length === 0) return 'refused';
  const verdicts = paths.map((path) => judgePath(path, pattern, call.projectRoot));
  return (
    verdicts.find((verdict) => verdict === 'refused') ?? verdicts.find((verdict) => verdict === 'unsure') ?? 'allowed'
  );
}

function pathsOf({ tool, params }: Call): readonly string[] | undefined {
  if (['files', 'args', 'input'].some((key) => params[key] !== undefined)) return undefined;
  const given = ['path', 'file_path', 'filePath'].map((key) => params[key]).filter((value) => value !== undefined);
  const patch = tool === 'apply_patch' ? params.patch : undefined;
  if (![...given, ...(patch === undefined ? [] : [patch])].every((value) => typeof value === 'string'))
    return undefined;
  const headers = String(patch ?? '')
    .split('\n')
    .flatMap((line) => /^\*\*\* (?:Add|Update|Delete) File: (.*)$|^\*\*\* Move to: (.*)$/.exec(line)?.slice(1) ?? []);
  return [...(given as string[]), ...headers.filter((path) => path !== undefined).map((path) => path.trim())];
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

// ---- MCP ----

function judgeMcp(call: Call): Verdict {
  const identity = identityOf(call);
  if (identity === 'refused' || identity === 'unsure') return identity;
  const entry = groupEntry(call.mode, 'mcp');
  if (entry === undefined) return 'refused';
  if (limitOf(entry) !== undefined) return 'unsure';
  const server = judgeServer(call, identity.server);
  if (server !== 'allowed' || identity.tool === undefined) return server;
  return judgeTool(call, identity.server, identity.tool);
}

function identityOf(call: Call): { readonly server: string; readonly tool: string | undefined } | 'refused' | 'unsure' {
  const isResource = call.tool === 'access_mcp_resource';
  const isStatic = isResource || call.tool === 'use_mcp_tool';
  // Where nothing restricts MCP at all, a name of its form may pass without the pair: a choice of ours, not a rule.
  if (!isStatic && call.mcp === undefined)
    return isFreeOfMcpRules(call) && /^mcp[-_]|__/.test(call.tool) ? 'unsure' : 'refused';
  if (call.mcp !== undefined && !isFields(call.mcp)) return 'unsure';
  const given = call.mcp as Fields | undefined;
  const told = isStatic ? { server: call.params.server_name, tool: call.params.tool_name } : {};
  const server = agree(given?.server, told.server);
  const tool = isResource ? undefined : agree(given?.tool, told.tool);
  if (isResource && (given?.tool !== undefined || told.tool !== undefined)) return 'unsure';
  if (server === 'unsure' || tool === 'unsure') return 'unsure';
  if (server === undefined || (tool === undefined && !isResource)) return 'refused';
  // A wire name that belongs to another pair is a matter of its own.
  if (!isStatic && !isNameOf(call.tool, server.text, tool?.text ?? '')) return 'unsure';
  return { server: server.text, tool: tool?.text };
}

function isFreeOfMcpRules({ mode, servers }: Call): boolean {
  const { allowedServers, allowedTools, ...denying } = mode.restrictions;
  const isOpen = allowedServers === undefined && allowedTools === undefined && mode.zooServers === undefined;
  return servers === undefined && isOpen && Object.values(denying).flat().length === 0;
}

function agree(one: unknown, other: unknown): { readonly text: string } | 'unsure' | undefined {
  const given = [one, other].filter((value) => value !== undefined);
  if (given.some((value) => typeof value !== 'string' || value.trim() === '')) return 'unsure';
  const [first] = given as string[];
  if (new Set(given).size > 1) return 'unsure';
  return first === undefined ? undefined : { text: first };
}

function isNameOf(name: string, server: string, tool: string): boolean {
  const isPlain = (text: string) => /^[a-zA-Z]\w{0,15}$/.test(text) && !text.includes('__');
  return isPlain(server) && isPlain(tool) && [`mcp--${server}--${tool}`, `${server}__${tool}`].includes(name);
}

function judgeServer({ mode, servers }: Call, name: string): Verdict {
  const { restrictions, zooServers } = mode;
  const allowed = restrictions.allowedServers as readonly string[] | undefined;
  const closed = [allowed, zooServers].filter((list) => list !== undefined);
  const isNamed = closed.length > 0 && closed.every((list) => matchesAny(list, name));
  if (servers !== undefined) {
    if (!Array.isArray(servers)) return 'unsure';
    const known = servers.filter((server) => isFields(server) && server.name === name) as readonly Fields[];
    if (known.length > 1 || !known.every(isServer)) return 'unsure';
    const [server] = known;
    if (server === undefined || server.disabled === true || server.invalid !== undefined) return 'refused';
    if (server.defaultEnabled === false && !isNamed) return 'refused';
  }
  if (matchesAny((restrictions.disallowedServers ?? []) as readonly string[], name)) return 'refused';
  return closed.length === 0 || isNamed ? 'allowed' : 'refused';
}

function judgeTool({ mode, servers }: Call, server: string, tool: string): Verdict {
  const known = Array.isArray(servers) ? (servers as readonly Fields[]).find(({ name }) => name === server) : undefined;
  if (known !== undefined && ((known.disabledTools ?? []) as readonly string[]).includes(tool)) return 'refused';
  const matches = (list: unknown) =>
    (list as readonly { readonly serverName: string; readonly toolName: string }[]).some(
      (entry) => matchesAny([entry.serverName], server) && matchesAny([entry.toolName], tool),
    );
  const { allowedTools, disallowedTools } = mode.restrictions;
  if (disallowedTools !== undefined && matches(disallowedTools)) return 'refused';
  return allowedTools === undefined || matches(allowedTools) ? 'allowed' : 'refused';
}

function matchesAny(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => {
    const source = pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '[^]*')
      .replaceAll('?', '[^]');
    return new RegExp(`^${source}$`).test(name);
  });
}
