import { type Decision, decide } from '@modegate/mode-core';
import type { Workspace } from '../workspace/workspace.ts';

/** Whether a call can go ahead, or could at another time or in other surroundings. */
export function isReachable(decision: Decision): boolean {
  return decision.allowed || decision.kind === 'circumstance';
}

/** Whether a mode may use a server, for one tool of it or for its resources. */
export function mayUse(
  workspace: Workspace,
  mode: string,
  { server, tool }: { readonly server: string; readonly tool?: string },
): boolean {
  const decision =
    tool === undefined
      ? decide(workspace.policy, { mode, tool: 'access_mcp_resource', mcp: { server } })
      : decide(workspace.policy, { mode, tool: 'use_mcp_tool', mcp: { server, tool } });
  return isReachable(decision);
}
