import type { CallPart, HookRefusal } from '@modegate/agent-hooks';
import { formatRule } from '@modegate/mode-core';
import type { AuditDecision } from '@modegate/program-shell/audit/append';
import type { JudgedCall } from './judge-payload.ts';

/** What the audit log says of a call. */
export function toAuditDecision(
  { agent, call, modes, verdict }: JudgedCall,
  program: AuditDecision['program'],
  principal?: string,
): AuditDecision {
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
    // The one that a refusal names; of several that allow, the one that narrows.
    mode: (verdict.allowed ? undefined : verdict.by?.mode) ?? modes.at(-1) ?? null,
    tool: call?.tool ?? '',
    ...(call?.mcp === undefined ? {} : { mcp_server: call.mcp.server }),
    ...(call?.mcp?.tool === undefined ? {} : { mcp_tool: call.mcp.tool }),
    ...pathsOf(call?.parts ?? []),
    allowed: verdict.allowed,
    ...(verdict.allowed ? { rule: null } : describeRefused(verdict)),
  };
}

function pathsOf(parts: readonly CallPart[]): Pick<AuditDecision, 'paths'> {
  const paths = [...new Set(parts.flatMap((part) => part.paths ?? []))];
  return paths.length === 0 ? {} : { paths };
}

function describeRefused({ code, reason, by }: HookRefusal): Pick<AuditDecision, 'code' | 'reason' | 'rule'> {
  if (by === undefined) return { code, reason, rule: null };
  const { layer, pointer, file, line } = by;
  const place = { ...(file === undefined ? {} : { source_file: file }), ...(line === undefined ? {} : { line }) };
  return { code, reason, rule: { layer, pointer, ...place, text: formatRule(by) } };
}
