import { type Decision, decide, type RuleReference } from '@modegate/mode-core';
import type { Location } from '../source/location.ts';
import type { Workspace } from './workspace.ts';

/** Whether a call can go ahead, or could at another time or in other surroundings. */
export function isReachable(decision: Decision): boolean {
  return decision.allowed || decision.kind === 'circumstance';
}

/** Whether a mode may use a server, for one tool of it or for its resources. */
export function mayUseTool(
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

/** The place of the rule that made a decision; undefined for rules that are not written in a file. */
export function ruleLocation(workspace: Workspace, by: RuleReference): Location | undefined {
  if (by.file === undefined) return undefined;
  const source = workspace.source(by.file);
  return source.text === '' ? undefined : source.locate(by.pointer);
}
