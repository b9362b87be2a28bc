import { defined } from '@modegate/json';
import { formatRule, type RuleReference } from '@modegate/mode-core';
import type { CallPart } from '../agent-call.ts';
import { asksForConsent, type HookRefusal, type Verdict } from '../verdict.ts';
import type { JudgedCall } from './judge-payload.ts';

/** Converts the outcome of a call to a line in the audit log. */
export function toAuditLine({ agent, call, modes, verdict }: JudgedCall, program: string, principal?: string) {
  return {
    v: 1 as const,
    id: crypto.randomUUID(),
    at: new Date().toISOString(),
    program,
    session_id: null,
    task_id: null,
    agent,
    ...defined({ principal, agent_session: call?.session, caller: call?.caller }),
    // The mode to which a refusal refers; if several modes allow the call, the narrowing mode.
    mode: (verdict.allowed ? undefined : verdict.by?.mode) ?? modes.at(-1) ?? null,
    tool: call?.tool ?? '',
    ...defined({ mcp_server: call?.mcp?.server, mcp_tool: call?.mcp?.tool }),
    ...describeVerdict(verdict, call?.parts ?? []),
  };
}

/** An agent that asks for consent asks its user, whose answer the hook does not learn. */
function describeVerdict(verdict: Verdict, parts: readonly CallPart[]) {
  if (asksForConsent(verdict) && verdict.by !== undefined)
    return { event: 'consent', consent: 'asked', reason: verdict.reason, rule: describeRule(verdict.by) } as const;
  const paths = [...new Set(parts.flatMap((part) => part.paths ?? []))];
  const refused = verdict.allowed ? { rule: null } : describeRefused(verdict);
  return { event: 'decision' as const, ...(paths.length === 0 ? {} : { paths }), allowed: verdict.allowed, ...refused };
}

function describeRefused({ code, reason, by }: HookRefusal) {
  return { code, reason, rule: by === undefined ? null : describeRule(by) };
}

function describeRule(by: RuleReference) {
  const { layer, pointer, file, line } = by;
  return { layer: layer as string, pointer, ...defined({ source_file: file, line }), text: formatRule(by) };
}
