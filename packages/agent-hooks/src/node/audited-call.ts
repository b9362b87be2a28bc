import { defined } from '@modegate/json';
import { formatRule, type RuleReference } from '@modegate/mode-core';
import type { CallPart } from '../agent-call.ts';
import { asksForConsent, type HookRefusal, type Verdict } from '../verdict.ts';
import type { JudgedCall } from './judge-payload.ts';

interface AuditedSubject {
  readonly v: 1;
  readonly id: string;
  /** Time in ISO 8601, in UTC. */
  readonly at: string;
  readonly program: string;
  readonly session_id: null;
  readonly task_id: null;
  readonly agent: string;
  readonly principal?: string;
  readonly agent_session?: string;
  readonly caller?: string;
  readonly mode: string | null;
  readonly tool: string;
  readonly mcp_server?: string;
  readonly mcp_tool?: string;
}

/** The line in the audit log for one call. */
export type AuditedCall = AuditedSubject & (AuditedVerdict | AuditedQuestion);

interface AuditedVerdict {
  readonly event: 'decision';
  readonly paths?: string[];
  readonly allowed: boolean;
  readonly code?: string;
  readonly reason?: string;
  readonly rule: AuditedRule | null;
}

/** The agent asks a user, whose answer the hook does not learn. */
interface AuditedQuestion {
  readonly event: 'consent';
  readonly consent: 'asked';
  readonly reason: string;
  readonly rule: AuditedRule;
}

interface AuditedRule {
  readonly layer: string;
  readonly pointer: string;
  readonly source_file?: string;
  readonly line?: number;
  readonly text: string;
}

/** Converts the outcome of a call to a line in the audit log. */
export function toAuditLine(
  { agent, call, modes, verdict }: JudgedCall,
  program: string,
  principal?: string,
): AuditedCall {
  return {
    v: 1,
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

function describeVerdict(verdict: Verdict, parts: readonly CallPart[]): AuditedVerdict | AuditedQuestion {
  if (asksForConsent(verdict) && verdict.by !== undefined)
    return { event: 'consent', consent: 'asked', reason: verdict.reason, rule: describeRule(verdict.by) };
  const { allowed } = verdict;
  const refused = verdict.allowed ? { rule: null } : describeRefused(verdict);
  return { event: 'decision', ...pathsOf(parts), allowed, ...refused };
}

function pathsOf(parts: readonly CallPart[]): Pick<AuditedVerdict, 'paths'> {
  const paths = [...new Set(parts.flatMap((part) => part.paths ?? []))];
  return paths.length === 0 ? {} : { paths };
}

function describeRefused({ code, reason, by }: HookRefusal): Pick<AuditedVerdict, 'code' | 'reason' | 'rule'> {
  return { code, reason, rule: by === undefined ? null : describeRule(by) };
}

function describeRule(by: RuleReference): AuditedRule {
  const { layer, pointer, file, line } = by;
  return { layer, pointer, ...defined({ source_file: file, line }), text: formatRule(by) };
}
