import type { DecisionInput, SessionHead } from '@modegate/session-store';
import type { ConsentRecord, DecisionRecord } from '@modegate/tool-gateway';
import type { AuditedConsent, AuditedDecision } from '../audit/audited-decision.ts';
import { describeDecidingRule } from '../modes/describe-rule.ts';
import { logConsent, logRefusal } from '../sessions/log-operations.ts';
import { findIfPresent, isEndedTask, leaveSession, workingModeOf } from '../sessions/session-mode.ts';
import type { ServerContext } from '../tool-context.ts';

/**
 * Returns a function that records the gateway's decisions in the history of the respective task and in the audit log.
 * That function returns the promise that the call must wait for, or undefined if everything has been recorded.
 */
export function decisionRecorder(context: ServerContext): (record: DecisionRecord) => Promise<void> | undefined {
  return (record) => {
    const sessionId = record.sessionId ?? context.connectionModes.sessionOf(record.connectionId);
    if (sessionId === undefined) {
      logIfRefused(context, record);
      return audit(context, record, undefined);
    }
    return recordInSession(context, record, sessionId);
  };
}

/**
 * Returns a function that records the gateway's questions to users, and their answers, in the history and the audit
 * log. The call must wait for the promise that this function returns.
 */
export function consentRecorder(context: ServerContext): (record: ConsentRecord) => Promise<void> {
  return async (record) => {
    const id = record.sessionId ?? context.connectionModes.sessionOf(record.connectionId);
    // The handler for the session's event writes the line to the log.
    if (id === undefined) logConsent(context.log, { ...record, tool: record.subject });
    const head =
      id === undefined
        ? undefined
        : await findIfPresent(async () => context.sessions.recordDecision(id, consentInput(record)));
    await context.audit?.asked(record, auditedConsent(context, record, head));
  };
}

function recordInSession(context: ServerContext, record: DecisionRecord, sessionId: string): Promise<void> | undefined {
  const recorded = context.sessions.recordDecision(sessionId, decisionInput(record));
  return recorded instanceof Promise
    ? waitForStore(context, record, { sessionId, recorded })
    : followSession(context, record, recorded);
}

/** Does not wait for the store if the call was evaluated in the session's current mode. */
function followSession(context: ServerContext, record: DecisionRecord, head: SessionHead): Promise<void> | undefined {
  const mode = modeOf(context, head);
  if (mode === undefined || mode instanceof Promise || mode.mode !== record.mode)
    return takeOver(context, record, { head, mode });
  context.connectionModes.switched(mode);
  return audit(context, record, head);
}

async function waitForStore(
  context: ServerContext,
  record: DecisionRecord,
  { sessionId, recorded }: { readonly sessionId: string; readonly recorded: Promise<SessionHead> },
): Promise<void> {
  const head = await findIfPresent(() => recorded);
  if (head !== undefined) return takeOver(context, record, { head, mode: modeOf(context, head) });
  // Otherwise, the handler for the session's event writes the line.
  logIfRefused(context, record);
  await leaveSession(context, sessionId, undefined);
  await audit(context, record, undefined);
}

interface KnownMode {
  readonly head: SessionHead;
  readonly mode: ReturnType<typeof modeOf>;
}

/**
 * The store is authoritative: a session that has ended has no mode, and a session that has switched modes has a new
 * mode. The call is evaluated again, because it had to wait.
 */
async function takeOver(context: ServerContext, record: DecisionRecord, { head, mode }: KnownMode): Promise<void> {
  if (mode === undefined) await leaveSession(context, head.id, head);
  else context.connectionModes.switched(await mode);
  await audit(context, record, head);
}

/** Returns the mode of a session; undefined if the session has ended. */
function modeOf(context: ServerContext, head: SessionHead) {
  return isEndedTask(head) ? undefined : workingModeOf(context, head);
}

function logIfRefused({ log }: ServerContext, { decision, tool, server, subject, mode }: DecisionRecord): void {
  if (decision.allowed) return;
  const rule = decision.by === undefined ? {} : { rule: describeDecidingRule(decision.by).text };
  logRefusal(log, { tool: tool === 'use_mcp_tool' ? subject : tool, server, mode, code: decision.code, ...rule });
}

function decisionInput({ tool, server, subject, mode, decision }: DecisionRecord): DecisionInput {
  const rule = decision.by === undefined ? undefined : describeDecidingRule(decision.by);
  const refused = decision.allowed ? {} : { code: decision.code, reason: decision.reason };
  const kind = describeSubject(tool, subject);
  return {
    tool,
    mode: mode ?? '',
    allowed: decision.allowed,
    rule: rule ?? null,
    ...refused,
    detail: { mcp_server: server, ...kind },
  };
}

function consentInput({ tool, server, subject, mode, outcome, reason, by }: ConsentRecord): DecisionInput {
  const allowed = outcome === 'accepted';
  return {
    tool,
    mode: mode ?? '',
    allowed,
    rule: describeDecidingRule(by),
    ...(allowed ? {} : { code: 'CONSENT_REQUIRED' }),
    reason,
    detail: { mcp_server: server, ...describeSubject(tool, subject), consent: outcome },
  };
}

function auditedConsent(
  { settings }: ServerContext,
  record: ConsentRecord,
  head: SessionHead | undefined,
): AuditedConsent {
  const { params, outcome, reason, by, digest } = record;
  return {
    ...auditedCall(record, head),
    consent: outcome,
    reason,
    rule: describeDecidingRule(by),
    digest,
    ...(settings.audit?.recordsArguments ? { arguments: params } : {}),
  };
}

/** Returns the fields of an audit line that describe the call itself. */
function auditedCall(
  { tool, subject, server, mode }: Pick<DecisionRecord, 'tool' | 'subject' | 'server' | 'mode'>,
  head: SessionHead | undefined,
) {
  const task = { session_id: head?.id ?? null, task_id: head?.task.id ?? null };
  return { ...task, mode: mode ?? null, tool, mcp_server: server, ...describeSubject(tool, subject) };
}

function audit(
  context: ServerContext,
  record: DecisionRecord,
  head: SessionHead | undefined,
): Promise<void> | undefined {
  return context.audit?.decided(record, auditedDecision(context, record, head), 'forward');
}

function auditedDecision(
  { settings }: ServerContext,
  record: DecisionRecord,
  head: SessionHead | undefined,
): AuditedDecision {
  const { decision, params } = record;
  return {
    ...auditedCall(record, head),
    allowed: decision.allowed,
    ...(decision.allowed ? {} : { code: decision.code, reason: decision.reason }),
    rule: decision.by === undefined ? null : describeDecidingRule(decision.by),
    ...(settings.audit?.recordsArguments ? { arguments: params } : {}),
  };
}

// A URI may be as long as a message; a prefix is enough to recognise it.
const MAX_SUBJECT_LENGTH = 500;

function describeSubject(tool: DecisionRecord['tool'], subject: string) {
  const shown = subject.length <= MAX_SUBJECT_LENGTH ? subject : `${subject.slice(0, MAX_SUBJECT_LENGTH - 1)}…`;
  return tool === 'use_mcp_tool' ? { mcp_tool: shown } : { mcp_resource: shown };
}
