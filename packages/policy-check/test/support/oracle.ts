/**
 * A second reading of the rules, made from the words of docs/restrictions.md and of the plan it goes back to, and from no code of
 * this repository. It is slow and simple: it collects every reason against a call, and a call may go ahead when there is none.
 */
export interface OracleMode {
  readonly slug: string;
  readonly groups: readonly (string | readonly [string, { readonly fileRegex?: string }])[];
  readonly mcpRestrictions?: {
    readonly allowedServers?: readonly string[];
    readonly disallowedServers?: readonly string[];
    readonly allowedTools?: readonly { readonly serverName: string; readonly toolName: string }[];
    readonly disallowedTools?: readonly { readonly serverName: string; readonly toolName: string }[];
  };
  readonly allowedMcpServers?: readonly string[];
}

export interface OracleServer {
  readonly name: string;
  readonly defaultEnabled?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly disabledTools?: readonly string[] | undefined;
  readonly disabledInAnyCase?: boolean | undefined;
  readonly enabledTools?: readonly string[] | undefined;
}

export interface OraclePolicy {
  readonly modes: readonly OracleMode[];
  /** Absent: server names are not known. */
  readonly servers: readonly OracleServer[] | undefined;
  readonly disabledTools: readonly string[];
}

export type OracleCall =
  | { readonly mode: string; readonly tool: string; readonly files: readonly string[] }
  | { readonly mode: string; readonly server: string; readonly tool: string | undefined };

/** Every refusal code of the docs that speaks against the call; none when it is allowed. */
export function judge(policy: OraclePolicy, call: OracleCall): readonly string[] {
  const mode = policy.modes.find(({ slug }) => slug === call.mode);
  if (mode === undefined) return ['MODE_UNKNOWN'];
  return 'server' in call ? judgeMcp(policy, mode, call) : judgeTool(policy, mode, call);
}

const groupTools: Readonly<Record<string, readonly string[]>> = {
  // Those that take a folder are judged by a proof and not by a path; mode-core/test/decide/folder-limits.test.ts has them.
  read: ['read_file'],
  edit: ['apply_diff', 'write_to_file', 'generate_image', 'edit', 'search_replace', 'edit_file', 'apply_patch'],
  browser: ['browser_action'],
  command: ['execute_command', 'read_command_output'],
  always: [
    'ask_followup_question',
    'attempt_completion',
    'switch_mode',
    'new_task',
    'update_todo_list',
    'run_slash_command',
    'skill',
  ],
};

/** The agent's own tools that the docs list, without the two of the group `mcp` and those that take a folder. */
export const oracleTools: readonly string[] = Object.values(groupTools).flat();

function judgeTool(
  policy: OraclePolicy,
  mode: OracleMode,
  { tool, files }: Extract<OracleCall, { readonly files: unknown }>,
): readonly string[] {
  const [group] = Object.entries(groupTools).find(([, tools]) => tools.includes(tool)) ?? [];
  if (group === undefined) return ['TOOL_UNKNOWN'];
  if (policy.disabledTools.includes(tool)) return ['TOOL_DISABLED'];
  if (group === 'always') return [];
  const limits = limitsOf(mode, group);
  if (limits === undefined) return ['GROUP_MISSING'];
  if (limits.length === 0) return [];
  if (group !== 'read' && group !== 'edit') return ['LIMIT_NOT_ENFORCEABLE', 'PATTERN_INVALID'];
  return judgeFiles(files, limits);
}

/** The file limits of a group, all of which must hold; undefined when the mode does not hold the group. */
function limitsOf(mode: OracleMode, group: string): readonly string[] | undefined {
  const entries = mode.groups.filter((entry) => (typeof entry === 'string' ? entry : entry[0]) === group);
  if (entries.length === 0) return undefined;
  return entries.flatMap((entry) => {
    const limit = typeof entry === 'string' ? undefined : entry[1].fileRegex;
    return limit === undefined || limit === '' ? [] : [limit];
  });
}

function judgeFiles(files: readonly string[], limits: readonly string[]): readonly string[] {
  const reasons: string[] = [];
  if (files.length === 0) reasons.push('FILE_PATH_MISSING');
  for (const limit of limits) if (compile(limit) === undefined) reasons.push('PATTERN_INVALID');
  for (const file of files) {
    const path = resolve(file);
    if (path === undefined) reasons.push('FILE_OUTSIDE_PROJECT');
    else if (limits.some((limit) => compile(limit)?.test(path) !== true)) reasons.push('FILE_RESTRICTED');
  }
  return reasons;
}

function compile(limit: string): RegExp | undefined {
  try {
    return new RegExp(limit);
  } catch {
    return undefined;
  }
}

/** The path within the project after `.` and `..`; undefined when it leaves the project. */
function resolve(file: string): string | undefined {
  if (file.startsWith('/')) return undefined;
  const parts: string[] = [];
  for (const part of file.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

function judgeMcp(
  policy: OraclePolicy,
  mode: OracleMode,
  { server, tool }: Extract<OracleCall, { readonly server: string }>,
): readonly string[] {
  const carrier = tool === undefined ? 'access_mcp_resource' : 'use_mcp_tool';
  if (policy.disabledTools.includes(carrier)) return ['TOOL_DISABLED'];
  const limits = limitsOf(mode, 'mcp');
  if (limits === undefined) return ['GROUP_MISSING'];
  if (limits.length > 0) return ['LIMIT_NOT_ENFORCEABLE', 'PATTERN_INVALID'];
  const reasons = judgeServer(policy, mode, server);
  // A closed list of tools does not close resources.
  return tool === undefined ? reasons : [...reasons, ...judgeServerTool(policy, mode, { server, tool })];
}

function judgeServer(policy: OraclePolicy, mode: OracleMode, server: string): readonly string[] {
  const reasons: string[] = [];
  const { allowedServers, disallowedServers = [] } = mode.mcpRestrictions ?? {};
  const lists = [allowedServers, mode.allowedMcpServers].filter((list) => list !== undefined);
  const configured = policy.servers?.find(({ name }) => name === server);
  // A server that no file has is for a mode that spells its name out.
  const spelt = [...lists.flat(), ...(mode.mcpRestrictions?.allowedTools ?? []).map((entry) => entry.serverName)];
  const isSpelt = !/[*?]/.test(server) && spelt.includes(server);
  if (policy.servers !== undefined && configured === undefined && !isSpelt) reasons.push('MCP_SERVER_UNKNOWN');
  if (configured?.disabled === true) reasons.push('MCP_SERVER_DISABLED');
  if (disallowedServers.some((name) => stands(name, server))) reasons.push('MCP_SERVER_DISALLOWED');
  for (const list of lists) if (!list.some((name) => stands(name, server))) reasons.push('MCP_SERVER_NOT_ALLOWED');
  if (configured?.defaultEnabled === false && lists.length === 0) reasons.push('MCP_SERVER_NOT_ENABLED');
  return reasons;
}

function judgeServerTool(
  policy: OraclePolicy,
  mode: OracleMode,
  { server, tool }: { readonly server: string; readonly tool: string },
): readonly string[] {
  const reasons: string[] = [];
  const { allowedTools, disallowedTools = [] } = mode.mcpRestrictions ?? {};
  const is = (entry: { readonly serverName: string; readonly toolName: string }) =>
    stands(entry.serverName, server) && stands(entry.toolName, tool);
  const configured = policy.servers?.find(({ name }) => name === server);
  const isClosing = configured?.disabledInAnyCase === true ? standsInAnyCase : stands;
  const isOff = configured?.disabledTools?.some((name) => isClosing(name, tool)) === true;
  const isLeftOut = configured?.enabledTools?.some((name) => stands(name, tool)) === false;
  if (isOff || isLeftOut) reasons.push('MCP_TOOL_DISABLED');
  if (disallowedTools.some(is)) reasons.push('MCP_TOOL_DISALLOWED');
  if (allowedTools !== undefined && !allowedTools.some(is)) reasons.push('MCP_TOOL_NOT_ALLOWED');
  return reasons;
}

/** `*` stands for any characters and `?` for one, over the whole name; case counts. */
export function stands(pattern: string, name: string): boolean {
  if (pattern === '') return name === '';
  const [first = ''] = pattern;
  if (first !== '*')
    return name !== '' && (first === '?' || first === name[0]) && stands(pattern.slice(1), name.slice(1));
  for (let skipped = 0; skipped <= name.length; skipped++)
    if (stands(pattern.slice(1), name.slice(skipped))) return true;
  return false;
}

/** The same for names of English letters, whose case does not count. */
export function standsInAnyCase(pattern: string, name: string): boolean {
  return stands(pattern.toLowerCase(), name.toLowerCase());
}
