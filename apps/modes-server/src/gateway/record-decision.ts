import type { DecisionInput, SessionHead } from '@modegate/session-store';
import type { DecisionRecord } from '@modegate/tool-gateway';
import type { AuditEntry } from '../audit-log.ts';
import { describeRule } from '../describe-rule.ts';
import type { ToolContext } from '../tool-context.ts';

/**
 * Keeps a decision of the gateway in the task's trail and in the audit log. Returns what the call has to wait for; nothing when
 * there is neither, so that such a call loses no time.
 */
export function recordGatewayDecision(context: ToolContext, record: DecisionRecord): Promise<void> | undefined {
  const sessionId = record.sessionId ?? context.connectionModes.sessionOf(record.connectionId);
  if (sessionId === undefined) return context.audit?.append(auditEntry(context, record, undefined));
  return recordInSession(context, record, sessionId);
}

async function recordInSession(context: ToolContext, record: DecisionRecord, sessionId: string): Promise<void> {
  const head = await context.sessions.recordDecision(sessionId, decisionInput(record)).catch(ifGone);
  // A session that has ended or expired gives its mode to nobody; the call is judged again without it.
  if (head === undefined || hasEnded(head)) context.connectionModes.ended(sessionId, undefined);
  await context.audit?.append(auditEntry(context, record, head));
}

function ifGone(error: unknown): undefined {
  const code = error instanceof Error && error.name === 'SessionError' && 'code' in error ? error.code : undefined;
  if (code === 'SESSION_NOT_FOUND' || code === 'SESSION_EXPIRED') return undefined;
  throw error;
}

/** Whether a task has come to its end, after which nothing is done in its mode. */
export function hasEnded({ task }: SessionHead): boolean {
  return ['completed', 'failed', 'cancelled'].includes(task.state);
}

function decisionInput({ tool, server, subject, mode, decision }: DecisionRecord): DecisionInput {
  const rule = decision.by === undefined ? undefined : describeRule(decision.by);
  const refused = decision.allowed ? {} : { code: decision.code, reason: decision.reason };
  const kind = tool === 'use_mcp_tool' ? { mcp_tool: subject } : { mcp_resource: subject };
  return {
    tool,
    mode: mode ?? '',
    allowed: decision.allowed,
    rule: rule ?? null,
    ...refused,
    detail: { mcp_server: server, ...kind },
  };
}

function auditEntry({ now, settings }: ToolContext, record: DecisionRecord, head: SessionHead | undefined): AuditEntry {
  const { decision, tool, subject, server, mode, connectionId, params } = record;
  return {
    at: new Date(now()).toISOString(),
    session_id: head?.id ?? null,
    task_id: head?.task.id ?? null,
    connection_id: connectionId,
    mode: mode ?? null,
    tool,
    mcp_server: server,
    ...(tool === 'use_mcp_tool' ? { mcp_tool: subject } : { mcp_resource: subject }),
    allowed: decision.allowed,
    ...(decision.allowed ? {} : { code: decision.code, reason: decision.reason }),
    rule: decision.by === undefined ? null : describeRule(decision.by),
    ...(settings.auditArguments ? { arguments: params } : {}),
  };
}
