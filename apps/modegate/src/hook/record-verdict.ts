import { type AgentCall, type AgentName, type HookRefusal, refuseCall, type Verdict } from '@modegate/agent-hooks';
import { formatRule } from '@modegate/mode-core';
import { type AuditDecision, formatAuditLine, openAppendFile } from '@modegate/program-shell/audit/append';

/** What a line of the audit log says of a call. */
export interface RecordedCall {
  readonly agent: AgentName;
  /** Undefined for a payload that could not be read. */
  readonly call: Pick<AgentCall, 'tool' | 'session' | 'caller' | 'mcp'> | undefined;
  /** Slugs of the modes in force, the one that narrows last. */
  readonly modes: readonly string[];
  readonly verdict: Verdict;
}

/**
 * Appends a decision to the audit log, as a whole line that other processes may write beside. Returns what becomes of the call: nothing is let
 * through that cannot be recorded.
 */
export async function recordVerdict(file: string, recorded: RecordedCall): Promise<Verdict> {
  const { verdict } = recorded;
  try {
    const log = openAppendFile({ file, now: Date.now, onProblem: () => undefined });
    try {
      const line = Buffer.from(formatAuditLine(toLine(recorded)));
      if ((await log.write(line)) < line.length) throw new Error('the disk took only a part of the line');
    } finally {
      log.close();
    }
    return verdict;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const reason = `The audit log ${file} cannot be written, and nothing is let through without it: ${detail}. Tell the user.`;
    return verdict.allowed ? refuseCall('AUDIT_UNWRITABLE', reason) : verdict;
  }
}

function toLine({ agent, call, modes, verdict }: RecordedCall): AuditDecision {
  return {
    v: 1,
    id: crypto.randomUUID(),
    at: new Date().toISOString(),
    program: 'modegate',
    event: 'decision',
    session_id: null,
    task_id: null,
    agent,
    ...(call?.session === undefined ? {} : { agent_session: call.session }),
    ...(call?.caller === undefined ? {} : { caller: call.caller }),
    // The one that a refusal names; of several that allow, the one that narrows.
    mode: (verdict.allowed ? undefined : verdict.by?.mode) ?? modes.at(-1) ?? null,
    tool: call?.tool ?? '',
    ...(call?.mcp === undefined ? {} : { mcp_server: call.mcp.server }),
    ...(call?.mcp?.tool === undefined ? {} : { mcp_tool: call.mcp.tool }),
    allowed: verdict.allowed,
    ...(verdict.allowed ? { rule: null } : describeRefused(verdict)),
  };
}

function describeRefused({ code, reason, by }: HookRefusal): Pick<AuditDecision, 'code' | 'reason' | 'rule'> {
  if (by === undefined) return { code, reason, rule: null };
  const { layer, pointer, file, line } = by;
  const place = { ...(file === undefined ? {} : { source_file: file }), ...(line === undefined ? {} : { line }) };
  return { code, reason, rule: { layer, pointer, ...place, text: formatRule(by) } };
}
