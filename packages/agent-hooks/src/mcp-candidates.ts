import { listRestrictingModes, type McpIdentity, type Policy } from '@modegate/mode-core';
import type { Adapter } from './adapter.ts';
import type { AgentCall } from './agent-call.ts';

/** Every pair of server and tool that the name of a call may stand for; undefined where the agent's own account contradicts itself. */
export function findMcpCandidates(
  policy: Policy,
  adapter: Adapter,
  { tool: name, mcp }: AgentCall,
): readonly McpIdentity[] | undefined {
  const { prefixOf, renameTool } = adapter;
  const rest = (server: string) => {
    const prefix = prefixOf(server);
    return name.startsWith(prefix) && name.length > prefix.length ? name.slice(prefix.length) : undefined;
  };
  if (mcp !== undefined) {
    const tool = mcp.tool === undefined ? rest(mcp.server) : renameTool(mcp.tool);
    return tool === undefined ? undefined : [{ server: mcp.server, tool }];
  }
  const found = [...listServers(policy)].flatMap((server) => {
    const tool = rest(server);
    return tool === undefined ? [] : [{ server, tool }];
  });
  return found.length > 0 ? found : guess(adapter, name);
}

/** The servers that are configured, and those that rules name. */
function listServers(policy: Policy): ReadonlySet<string> {
  const named = policy.modes
    .flatMap(({ config }) => listRestrictingModes(policy, config.slug))
    .flatMap(({ mcpRestrictions: own, allowedMcpServers = [] }) => [
      ...allowedMcpServers,
      ...(own?.allowedServers ?? []),
      ...(own?.disallowedServers ?? []),
      ...(own?.allowedTools ?? []).map(({ serverName }) => serverName),
      ...(own?.disallowedTools ?? []).map(({ serverName }) => serverName),
    ]);
  return new Set([...(policy.servers ?? []).map(({ name }) => name), ...named.filter((name) => !/[*?]/.test(name))]);
}

/** A server that nothing names is refused, and the refusal should say which one it seems to be. */
function guess({ mcpPrefix }: Adapter, name: string): readonly McpIdentity[] {
  if (mcpPrefix === undefined || !name.startsWith(mcpPrefix)) return [];
  // Cursor names no server at all.
  if (mcpPrefix.endsWith(':')) return [{ server: name, tool: name.slice(mcpPrefix.length) }];
  const [server = '', ...rest] = name.slice(mcpPrefix.length).split(mcpPrefix.endsWith('__') ? '__' : '_');
  return [{ server: server === '' ? name : server, tool: rest.join('__') || name }];
}
