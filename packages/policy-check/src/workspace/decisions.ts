import { type Decision, decide, type RuleReference } from '@modegate/mode-core';
import type { Location } from '../source/location.ts';
import type { Workspace } from './workspace.ts';

/**
 * True if a call is allowed, with or without consent, or could be allowed at another time or in another environment.
 */
export function isReachable(decision: Decision): boolean {
  return decision.allowed || decision.kind === 'consent' || decision.kind === 'circumstance';
}

/** True if a mode may use a server for one of its tools or for its resources. */
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

/** Returns the location of the rule that made a decision; undefined for rules that are not written in a file. */
export function ruleLocation(workspace: Workspace, by: RuleReference): Location | undefined {
  if (by.file === undefined) return undefined;
  const source = workspace.source(by.file);
  return source.text === '' ? undefined : source.locate(by.pointer);
}
