import {
  type Circumstances,
  type Decision,
  decide,
  type ListedTool,
  needsConsent,
  type Policy,
  type Refusal,
  type RefusalCode,
  type ToolRequest,
} from '@modegate/mode-core';
import type { GroupEntry } from '@modegate/mode-core/modes';
import { listCircumstanceReferences, type RuleSet } from './mode-rules.ts';
import { matchesName } from './names.ts';
import type { PermissionCondition, PermissionRow, PermissionSubject } from './permission-row.ts';

export interface ModeQuestions {
  readonly policy: Policy;
  readonly mode: string;
  readonly circumstances: Circumstances;
  /** The groups of the mode as written; empty if the policy does not contain the mode. */
  readonly groups: readonly GroupEntry[];
  /** Returns the agent's own tools that the mode may use. Throws if the policy does not contain the mode. */
  readonly listedTools: () => readonly ListedTool[];
}

/** Returns the row for one tool on a server, or for the server's resources. */
export function mcpRow(
  subject: Extract<PermissionSubject, { readonly kind: 'mcp-tool' | 'mcp-resources' }>,
  asked: ModeQuestions,
  rules: readonly RuleSet[],
): PermissionRow {
  const decision = askMcp(asked, subject.server, subject.kind === 'mcp-tool' ? subject.tool : undefined);
  return decidedRow(subject, decision, { asked, conditions: circumstancesOf(subject, rules) });
}

/** Decides on one tool on a server, or on the server's resources. */
export function askMcp(
  { policy, mode, circumstances }: ModeQuestions,
  server: string,
  tool: string | undefined,
): Decision {
  const request: ToolRequest =
    tool === undefined
      ? { ...circumstances, mode, tool: 'access_mcp_resource', mcp: { server } }
      : { ...circumstances, mode, tool: 'use_mcp_tool', mcp: { server, tool } };
  return decide(policy, request);
}

/**
 * Returns the row for a single decision; if the decision depends on an unknown time or environment, the row is limited.
 */
export function decidedRow(
  subject: PermissionSubject,
  decision: Decision,
  { asked, conditions }: { readonly asked: ModeQuestions; readonly conditions: readonly PermissionCondition[] },
): PermissionRow {
  const { mode, circumstances } = asked;
  const isPlaced = Object.values(circumstances).some((known) => known !== undefined);
  if (decision.allowed)
    return { mode, subject, state: 'allowed', by: decision.by, conditions: isPlaced ? conditions : [] };
  // The circumstances may also determine whether a question is asked.
  if (needsConsent(decision)) return { mode, subject, state: 'asks', by: decision.by, conditions };
  if (unknownCircumstances.includes(decision.code))
    return { mode, subject, state: 'limited', by: decision.by, conditions };
  const row = deniedRow(mode, subject, decision);
  return otherCircumstances.includes(decision.code) ? { ...row, conditions } : row;
}

/**
 * True if a call is allowed, if a person must consent to it, or if it would be allowed at a certain time or in a
 * certain environment and the actual time or environment is unknown.
 */
export function mayBeAllowed(decision: Decision): boolean {
  return decision.allowed || needsConsent(decision) || unknownCircumstances.includes(decision.code);
}

const unknownCircumstances: readonly RefusalCode[] = ['TIME_UNKNOWN', 'CONTEXT_UNKNOWN'];
const otherCircumstances: readonly RefusalCode[] = ['OUTSIDE_SCHEDULE', 'CONTEXT_MISMATCH'];

/** Returns the row for a refusal. */
export function deniedRow(mode: string, subject: PermissionSubject, { code, reason, by }: Refusal): PermissionRow {
  return { mode, subject, state: 'denied', by, code, reason, conditions: [] };
}

/** Returns the circumstances on which access to the subject, and the entries for it, depend. */
export function circumstancesOf(
  subject: PermissionSubject,
  rules: readonly RuleSet[],
): readonly Extract<PermissionCondition, { readonly kind: 'circumstances' }>[] {
  const concerns = (rule: { readonly serverName: string; readonly toolName: string }) =>
    subject.kind === 'mcp-tool' &&
    matchesName(rule.serverName, subject.server) &&
    matchesName(rule.toolName, subject.tool);
  return rules.flatMap((set) => [
    ...set.circumstances,
    ...(['allowedTools', 'askTools', 'disallowedTools'] as const).flatMap((list) =>
      (set[list] ?? []).filter(concerns).flatMap((rule) => listCircumstanceReferences(list, rule)),
    ),
  ]);
}
