import type { Policy } from '@modegate/mode-core';
import { adapters } from './adapters.ts';
import type { AgentCall } from './agent-call.ts';
import { findMcpCandidates } from './mcp-candidates.ts';

/**
 * Finds the server and tool under which a call is evaluated, for use in logs. If the call's name matches several tools,
 * returns the first; for a resource, returns only the server. Returns undefined for a call to one of the agent's own
 * tools.
 */
export function findJudgedMcp(policy: Policy, call: AgentCall): AgentCall['mcp'] {
  if (call.mcp !== undefined) return call.mcp;
  const [candidate] = findMcpCandidates(policy, adapters[call.agent], call) ?? [];
  if (candidate !== undefined) return { server: candidate.server, tool: candidate.tool };
  const server = call.parts.find(({ server: ofPart }) => ofPart !== undefined)?.server;
  return server === undefined ? undefined : { server, tool: undefined };
}
