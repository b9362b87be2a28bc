import { listRestrictingModes, type McpIdentity, type Policy } from '@modegate/mode-core';
import type { Adapter } from './adapter.ts';
import type { AgentCall } from './agent-call.ts';

/** A tool of an MCP server to which a call may refer. */
export interface McpCandidate extends McpIdentity {
  readonly tool: string;
  /** True if the agent itself identifies the tool. */
  readonly isCertain?: boolean;
  /** True if only the beginning of the name is known, so that the name may belong to another tool of this server. */
  readonly isCut?: boolean;
}

/**
 * Returns every server and tool pair to which the name in a call may refer; undefined if the agent's own information is
 * contradictory.
 */
export function findMcpCandidates(
  policy: Policy,
  adapter: Adapter,
  { tool: name, mcp, servers: own }: AgentCall,
): readonly McpCandidate[] | undefined {
  if (mcp?.tool !== undefined) return [{ server: mcp.server, tool: mcp.tool, isCertain: true }];
  const rules = listNamed(policy, own);
  const servers = mcp === undefined ? [...rules.keys()] : [mcp.server];
  const found = servers.flatMap((server) => findOfServer(adapter, { name, server, tools: rules.get(server) ?? [] }));
  if (mcp !== undefined) return found.length > 0 ? found : undefined;
  return found.length > 0 ? [...found, ...found.flatMap((one) => findLonger(adapter, one))] : guess(adapter, name);
}

interface NameOfServer {
  readonly name: string;
  readonly server: string;
  /** The tools of this server that rules mention. */
  readonly tools: readonly string[];
}

function findOfServer(adapter: Adapter, { name, server, tools }: NameOfServer): readonly McpCandidate[] {
  const { prefixOf, otherPrefixesOf = () => [], renameTool, lost, cutAt } = adapter;
  const { wireNames = (of: string, tool: string) => [`${prefixOf(of)}${renameTool(tool)}`] } = adapter;
  const named = tools.filter((tool) => wireNames(server, tool).includes(name)).map((tool) => ({ server, tool }));
  const prefixes = [prefixOf(server), ...otherPrefixesOf(server)];
  const prefix = prefixes.find((one) => name.startsWith(one) && name.length > one.length);
  const rest = name.slice(prefix?.length ?? 0);
  const isSame = prefix !== undefined && !tools.includes(rest) && wireNames(server, rest).includes(name);
  const plain = isSame ? [{ server, tool: rest }] : [];
  const hasLost = lost?.test(name) === true;
  // If a rule contains a name, including its hash, the name is certain to belong to the tool in that rule.
  const isProved =
    hasLost && cutAt === undefined && named.some(({ tool }) => name !== `${prefixOf(server)}${renameTool(tool)}`);
  const kept = hasLost ? name.replace(lost, '') : name.slice(0, -maxDigits);
  const isOfServer = prefix !== undefined || prefixOf(server).startsWith(kept);
  const isCut = (hasLost || name.length >= (cutAt ?? Number.POSITIVE_INFINITY)) && !isProved && isOfServer;
  return [...named, ...plain, ...(isCut ? [{ server, tool: rest, isCut }] : [])];
}

// Digits distinguish names that would become identical when cut off.
const maxDigits = 3;

/**
 * Finds servers that are not configured but whose names begin with the name of a known server: they may also have the
 * tool.
 */
function findLonger({ prefixOf }: Adapter, { server, tool }: McpCandidate): readonly McpCandidate[] {
  // If the separator is one character, nearly every tool name contains it.
  if (!prefixOf('').endsWith('__')) return [];
  const [first = '', ...rest] = tool.split('__');
  return rest.length === 0 || first === '' ? [] : [{ server: `${server}__${first}`, tool: rest.join('__') }];
}

/**
 * Lists the configured servers, the servers that the agent itself knows, and the servers mentioned in rules, with the
 * tools that rules mention for each server.
 */
function listNamed(policy: Policy, ofAgent: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const add = (server: string, tools: readonly string[] = []) => {
    if (/[*?]/.test(server)) return;
    const known = found.get(server) ?? [];
    found.set(server, known);
    known.push(...tools.filter((tool) => !/[*?]/.test(tool)));
  };
  for (const name of ofAgent) add(name);
  for (const { name, disabledTools, enabledTools } of policy.servers ?? [])
    add(name, [...(disabledTools ?? []), ...(enabledTools ?? [])]);
  const modes = policy.modes.flatMap(({ config }) => listRestrictingModes(policy, config.slug));
  for (const { mcpRestrictions: own, allowedMcpServers = [] } of modes) {
    for (const name of [...allowedMcpServers, ...(own?.allowedServers ?? []), ...(own?.disallowedServers ?? [])])
      add(name);
    for (const { serverName, toolName } of [...(own?.allowedTools ?? []), ...(own?.disallowedTools ?? [])]) {
      const servers = /[*?]/.test(serverName) ? [...found.keys()] : [serverName];
      for (const server of servers) add(server, [toolName]);
    }
  }
  return new Map([...found].map(([server, tools]) => [server, [...new Set(tools)]]));
}

/**
 * Guesses the server from a name: calls to a server that is not mentioned anywhere are refused, and the refusal should
 * name the likely server.
 */
function guess({ mcpPrefix }: Adapter, name: string): readonly McpCandidate[] {
  if (mcpPrefix === undefined || !name.startsWith(mcpPrefix)) return [];
  // Cursor does not specify a server at all.
  if (mcpPrefix.endsWith(':')) return [{ server: name, tool: name.slice(mcpPrefix.length) }];
  const [server = '', ...rest] = name.slice(mcpPrefix.length).split(mcpPrefix.endsWith('__') ? '__' : '_');
  return [{ server: server === '' ? name : server, tool: rest.join('__') || name }];
}
