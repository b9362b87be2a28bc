import { judgeConditions } from './condition-oracle.ts';
import type { OracleMode } from './oracle-modes.ts';
import { type Fields, isFields, isServer } from './oracle-shapes.ts';
import type { OracleCall, Verdict } from './oracle-terms.ts';

/** Judges an MCP call in a mode whose group `mcp` is as told. */
export function judgeMcp(call: OracleCall, group: 'missing' | 'limited' | 'held'): Verdict {
  const identity = identityOf(call);
  if (identity === 'refused' || identity === 'unsure') return identity;
  if (group !== 'held') return group === 'missing' ? 'refused' : 'unsure';
  const verdicts = judgeLine(call, call.mode, identity);
  return (
    verdicts.find((verdict) => verdict === 'refused') ?? verdicts.find((verdict) => verdict === 'unsure') ?? 'allowed'
  );
}

interface Identity {
  readonly server: string;
  readonly tool: string | undefined;
}

/** What the mode says for itself, and what each mode above it says. */
function judgeLine(call: OracleCall, mode: OracleMode, { server, tool }: Identity): readonly Verdict[] {
  const access = judgeConditions(mode.restrictions, call);
  return [
    judgeServer(call, mode, server),
    ...(tool === undefined ? [] : [judgeTool(call, mode, { server, tool })]),
    access === 'holds' ? 'allowed' : access === 'unsure' ? 'unsure' : 'refused',
    ...mode.parents.flatMap((parent) => judgeLine(call, parent, { server, tool })),
  ];
}

/** The closed lists of servers of a mode and of all above it. */
function closedLists({ restrictions, zooServers, parents }: OracleMode): readonly (readonly string[])[] {
  const own = [restrictions.allowedServers as readonly string[] | undefined, zooServers];
  return [...own.filter((list) => list !== undefined), ...parents.flatMap(closedLists)];
}

function identityOf(call: OracleCall): Identity | 'refused' | 'unsure' {
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

function isFreeOfMcpRules({ mode, servers }: OracleCall): boolean {
  return servers === undefined && isFree(mode);
}

function isFree({ restrictions, zooServers, parents }: OracleMode): boolean {
  const { disallowedServers = [], disallowedTools = [], extends: _parents, ...closing } = restrictions;
  const denied = [disallowedServers, disallowedTools].flat();
  return (
    denied.length === 0 &&
    Object.keys(closing).every((key) => closing[key] === undefined) &&
    zooServers === undefined &&
    parents.every(isFree)
  );
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

function judgeServer(call: OracleCall, mode: OracleMode, name: string): Verdict {
  const { servers } = call;
  const closed = closedLists(mode);
  const isNamed = closed.length > 0 && closed.every((list) => matchesAny(list, name));
  if (servers !== undefined) {
    if (!Array.isArray(servers)) return 'unsure';
    const known = servers.filter((server) => isFields(server) && server.name === name) as readonly Fields[];
    if (known.length > 1 || !known.every(isServer)) return 'unsure';
    const [server] = known;
    // Once for the whole line: a mode above that has no lists does not take away what another spells out.
    if (server === undefined && !isSpelt(call.mode, name)) return 'refused';
    if (server?.disabled === true || server?.invalid !== undefined) return 'refused';
    if (server?.defaultEnabled === false && !isNamed) return 'refused';
  }
  if (matchesAny((mode.restrictions.disallowedServers ?? []) as readonly string[], name)) return 'refused';
  return closed.length === 0 || isNamed ? 'allowed' : 'refused';
}

/** Whether an allowance of the mode, or of one above it, has the very name: that is the permission for a server that no file has. */
function isSpelt(mode: OracleMode, name: string): boolean {
  if (/[*?]/.test(name)) return false;
  const tools = (mode.restrictions.allowedTools ?? []) as readonly Fields[];
  const isNamed = closedLists(mode).flat().includes(name) || tools.some(({ serverName }) => serverName === name);
  return isNamed || mode.parents.some((parent) => isSpelt(parent, name));
}

function judgeTool(call: OracleCall, { restrictions }: OracleMode, { server, tool }: Required<Identity>): Verdict {
  const { servers } = call;
  const known = Array.isArray(servers) ? (servers as readonly Fields[]).find(({ name }) => name === server) : undefined;
  const { disabledTools = [], enabledTools = ['*'] } = (known ?? {}) as Readonly<Record<string, readonly string[]>>;
  if (matchesAny(disabledTools, tool ?? '') || !matchesAny(enabledTools, tool ?? '')) return 'refused';
  const states = (list: unknown) =>
    ((list ?? []) as readonly Fields[])
      .filter(
        (entry) => matchesAny([String(entry.serverName)], server) && matchesAny([String(entry.toolName)], tool ?? ''),
      )
      .map((entry) => judgeConditions(entry, call));
  const denials = states(restrictions.disallowedTools);
  const allowances = states(restrictions.allowedTools);
  if (denials.some((state) => state === 'holds' || state === 'unknown')) return 'refused';
  if ([...denials, ...allowances].includes('unsure')) return 'unsure';
  return restrictions.allowedTools === undefined || allowances.includes('holds') ? 'allowed' : 'refused';
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
