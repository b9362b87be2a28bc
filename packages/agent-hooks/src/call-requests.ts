import type { Policy, ToolRequest } from '@modegate/mode-core';
import type { AgentCall, CallPart } from './agent-call.ts';
import type { McpCandidate } from './mcp-candidates.ts';
import type { ResolvedPath } from './path-lookup.ts';

/** A request to the policy, in any mode. */
export type CallRequest = Omit<ToolRequest, 'mode'>;

/**
 * Returns the requests for a part of a call, one for each location it may touch. The locations are undefined for a tool
 * that does not specify any.
 */
export function toRequests(
  policy: Policy,
  part: CallPart,
  places: readonly ResolvedPath[] | undefined,
): readonly CallRequest[] {
  const { tool, params = {}, server } = part;
  if (tool === 'access_mcp_resource') return toResourceRequests(policy, server);
  if (places === undefined) return [{ tool, params }];
  // Only plan files are affected; nothing that a mode restricts is accessed.
  if (places.length === 0) return [{ tool: 'update_todo_list' }];
  return places.map(({ path, kind }) => ({
    tool,
    params: tool === 'apply_patch' ? { patch: `*** Update File: ${safeHeader(path)}` } : { ...params, path },
    ...(kind === undefined ? {} : { pathKinds: { [path]: kind } }),
  }));
}

/** If a call does not specify the server whose resource it reads, the resource may belong to any server. */
function toResourceRequests({ servers = [] }: Policy, server: string | undefined): readonly CallRequest[] {
  const tool = 'access_mcp_resource';
  if (server !== undefined) return [{ tool, mcp: { server } }];
  return servers.length === 0 ? [{ tool }] : servers.map(({ name }) => ({ tool, mcp: { server: name } }));
}

/** A path that a header would change or truncate must not be evaluated as a different path. */
function safeHeader(path: string): string {
  const line = path.replaceAll(/[\p{Cc}\u2028\u2029]/gu, '\u0001');
  return line === line.trim() ? line : `${line}\u0001`;
}

/** Returns the request for a call to a server's tool. */
export function toMcpRequest({ input }: AgentCall, { server, tool }: McpCandidate): CallRequest {
  return {
    tool: 'use_mcp_tool',
    mcp: { server, tool },
    params: { server_name: server, tool_name: tool, arguments: input },
  };
}
