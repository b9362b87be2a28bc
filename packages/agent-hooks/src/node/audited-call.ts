import { formatRule } from '@modegate/mode-core';
import type { CallPart } from '../agent-call.ts';
import { asksForConsent, type HookRefusal } from '../verdict.ts';
import type { JudgedCall } from './judge-payload.ts';

/** The line of the audit log for one judged call. */
export interface AuditedCall {
  readonly v: 1;
  readonly id: string;
  /** ISO 8601, in UTC. */
  readonly at: string;
  readonly program: string;
  readonly event: 'decision';
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
  readonly paths?: string[];
  readonly allowed: boolean;
  /** Present if the agent was told to ask a person, whose answer is not known here. */
  readonly asked?: true;
  readonly code?: string;
  readonly reason?: string;
  readonly rule: AuditedRule | null;
}

interface AuditedRule {
  readonly layer: string;
  readonly pointer: string;
  readonly source_file?: string;
  readonly line?: number;
  readonly text: string;
}

/** Converts a judged call to a line of the audit log. */
export function toAuditDecision(
  { agent, call, modes, verdict }: JudgedCall,
  program: string,
  principal?: string,
): AuditedCall {
  return {
    v: 1,
    id: crypto.randomUUID(),
    at: new Date().toISOString(),
    program,
    event: 'decision',
    session_id: null,
    task_id: null,
    agent,
    ...(principal === undefined ? {} : { principal }),
    ...(call?.session === undefined ? {} : { agent_session: call.session }),
    ...(call?.caller === undefined ? {} : { caller: call.caller }),
    // The mode that a refusal names; if several modes allow, the narrowing one.
    mode: (verdict.allowed ? undefined : verdict.by?.mode) ?? modes.at(-1) ?? null,
    tool: call?.tool ?? '',
    ...(call?.mcp === undefined ? {} : { mcp_server: call.mcp.server }),
    ...(call?.mcp?.tool === undefined ? {} : { mcp_tool: call.mcp.tool }),
    ...pathsOf(call?.parts ?? []),
    allowed: verdict.allowed,
    ...(asksForConsent(verdict) ? { asked: true } : {}),
    ...(verdict.allowed ? { rule: null } : describeRefused(verdict)),
  };
}

function pathsOf(parts: readonly CallPart[]): Pick<AuditedCall, 'paths'> {
  const paths = [...new Set(parts.flatMap((part) => part.paths ?? []))];
  return paths.length === 0 ? {} : { paths };
}

function describeRefused({ code, reason, by }: HookRefusal): Pick<AuditedCall, 'code' | 'reason' | 'rule'> {
  if (by === undefined) return { code, reason, rule: null };
  const { layer, pointer, file, line } = by;
  const place = { ...(file === undefined ? {} : { source_file: file }), ...(line === undefined ? {} : { line }) };
  return { code, reason, rule: { layer, pointer, ...place, text: formatRule(by) } };
}
