import { type Decision, decide, type RuleReference } from '@modegate/mode-core';
import type { RelatedLocation } from '../source/finding.ts';
import type { Location } from '../source/location.ts';
import type { Workspace } from './workspace.ts';

/**
 * True if a call is allowed, with or without consent, or could be allowed at another time or in another environment.
 */
function isReachable(decision: Decision): boolean {
  return decision.allowed || decision.kind === 'consent' || decision.kind === 'circumstance';
}

/** A tool of a server, or the server itself for its resources. */
interface McpSubject {
  readonly server: string;
  readonly tool?: string | undefined;
}

/** Decides whether a mode may call a tool of a server or, without a tool, read the server's resources. */
export function decideMcp({ policy }: Workspace, mode: string, { server, tool }: McpSubject): Decision {
  const called = tool === undefined ? 'access_mcp_resource' : 'use_mcp_tool';
  return decide(policy, { mode, tool: called, mcp: { server, tool } });
}

/** True if a mode may use a server for one of its tools or for its resources. */
export function mayUseTool(workspace: Workspace, mode: string, subject: McpSubject): boolean {
  return isReachable(decideMcp(workspace, mode, subject));
}

/** True if any mode, including the built-in modes, may use a server for one of its tools or for its resources. */
export function isUsable(workspace: Workspace, subject: McpSubject): boolean {
  return workspace.policy.modes.some(({ config }) => mayUseTool(workspace, config.slug, subject));
}

/** Returns the location of a rule for a finding, as a list; empty for rules that are not written in a file. */
export function relatedRule(
  workspace: Workspace,
  by: RuleReference | undefined,
  message: string,
): readonly RelatedLocation[] {
  const location = by && ruleLocation(workspace, by);
  return location === undefined ? [] : [{ message, location }];
}

/** Returns the location of the rule that made a decision; undefined for rules that are not written in a file. */
export function ruleLocation(workspace: Workspace, by: RuleReference): Location | undefined {
  if (by.file === undefined) return undefined;
  const source = workspace.source(by.file);
  return source.text === '' ? undefined : source.locate(by.pointer);
}
