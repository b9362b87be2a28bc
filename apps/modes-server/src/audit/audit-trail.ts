import type { AuditDecision, AuditLine, AuditLog, AuditOutcome } from '@modegate/cli-kit/audit';
import {
  type RequestContext,
  type RequestEnd,
  readForwardedError,
  readWireFailure,
  wireError,
} from '@modegate/mcp-protocol';
import type { AuditedConsent, AuditedDecision } from './audited-decision.ts';
import { describeRefusedRequest, type RefusedRequestSources } from './refused-request.ts';

/** The client request that a line describes. */
export type AuditedRequest = Pick<RequestContext, 'connectionId' | 'requestId'>;

/**
 * Writes audit lines about requests. Decisions are reported by the components that make them; if a request fails
 * without a decision, a line is written before the request is answered, so that no refusal is missing.
 */
export interface AuditTrail {
  /**
   * Writes a decision; the call waits for the returned promise.
   *
   * @param next - `forward` if an allowed call is forwarded now, so that its outcome is written too.
   * @throws {WireError} INTERNAL_ERROR if an allowed call cannot be recorded and the log must be complete.
   */
  decided(request: AuditedRequest, decision: AuditedDecision, next?: 'forward'): Promise<void> | undefined;
  /** Writes a question to a user, or the answer; the call waits for the returned promise. */
  asked(request: AuditedRequest, consent: AuditedConsent): Promise<void> | undefined;
  /** Writes the outcome of a request before the request is answered. */
  readonly ended: (end: RequestEnd) => Promise<void> | undefined;
}

/** Options for {@link createAuditTrail}. */
export interface AuditTrailOptions extends RefusedRequestSources {
  readonly log: AuditLog;
  /** Returns the principal of a connection. */
  readonly principalOf: (connectionId: string) => string | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

interface OpenRequest {
  /** Id shared by all lines of the request. */
  readonly id: string;
  /** The last decision; undefined if only questions have been written so far. */
  readonly line: AuditDecision | undefined;
  /** Time on a monotonic clock; undefined if no outcome is written. */
  readonly forwardedAtMs: number | undefined;
}

/** Creates an audit trail that writes to a log. */
export function createAuditTrail(options: AuditTrailOptions): AuditTrail {
  const { log, now, principalOf } = options;
  const open = new Map<string, OpenRequest>();
  const frame = (id: string) => ({ v: 1, id, at: new Date(now()).toISOString(), program: 'modes-server' }) as const;
  const owner = (connectionId: string): { readonly principal?: string } => {
    const principal = principalOf(connectionId);
    return principal === undefined ? {} : { principal };
  };
  const idOf = (request: AuditedRequest): string => open.get(keyOf(request))?.id ?? crypto.randomUUID();
  const refuseUndecided = async (end: RequestEnd, id: string): Promise<void> => {
    const who = owner(end.context.connectionId);
    await log.append({ ...frame(id), event: 'decision', ...who, ...(await describeRefusedRequest(options, end)) });
  };
  return {
    decided: (request, decision, next) => {
      const line: AuditDecision = {
        ...frame(idOf(request)),
        event: 'decision',
        connection_id: request.connectionId,
        ...owner(request.connectionId),
        ...decision,
      };
      const forwardedAtMs = decision.allowed && next === 'forward' ? performance.now() : undefined;
      open.set(keyOf(request), { id: line.id, line, forwardedAtMs });
      if (!decision.allowed) return log.append(line);
      return log.append(line, 'required')?.catch(refuseUnwritten);
    },
    asked: (request, consent) => {
      const id = idOf(request);
      open.set(keyOf(request), { line: undefined, forwardedAtMs: undefined, ...open.get(keyOf(request)), id });
      const { connectionId } = request;
      return log.append({
        ...frame(id),
        event: 'consent',
        connection_id: connectionId,
        ...owner(connectionId),
        ...consent,
      });
    },
    ended: (end) => {
      const key = keyOf(end.context);
      const known = open.get(key);
      open.delete(key);
      if (known?.line !== undefined && known.forwardedAtMs !== undefined && !isRefusal(end)) {
        const durationMs = performance.now() - known.forwardedAtMs;
        return log.append(outcomeLine(known.line, { ...frame(known.id), ...auditOutcome(end), durationMs }));
      }
      const hasFailed = end.kind === 'failure' || end.result.isError === true;
      const hasLine = known?.line !== undefined && known.forwardedAtMs === undefined;
      return hasFailed && !hasLine ? refuseUndecided(end, known?.id ?? crypto.randomUUID()) : undefined;
    },
  };
}

function keyOf({ connectionId, requestId }: AuditedRequest): string {
  return `${connectionId} ${JSON.stringify(requestId)}`;
}

function refuseUnwritten(cause: Error): never {
  throw wireError(
    'INTERNAL_ERROR',
    'The audit log cannot be written, and this server allows only calls that it can log (--audit). Tell the user.',
    { reason: 'AUDIT_UNWRITABLE', detail: cause.message },
  );
}

type Ending = Pick<AuditLine, 'v' | 'id' | 'at' | 'program'> &
  ReturnType<typeof auditOutcome> & { readonly durationMs: number };

function outcomeLine(decision: AuditDecision, { durationMs, ...ending }: Ending): AuditLine {
  const { session_id, task_id, connection_id, principal, mode, tool, mcp_server, mcp_tool, mcp_resource } = decision;
  const subject = { session_id, task_id, connection_id, principal, mode, tool, mcp_server, mcp_tool, mcp_resource };
  return { ...ending, event: 'outcome', ...subject, duration_ms: Math.round(durationMs * 10) / 10 };
}

/**
 * True if this server refused a request that it was forwarding to another server. Faults in the other server have the
 * name INTERNAL_ERROR, and errors that the other server returned have no name.
 */
function isRefusal(end: RequestEnd): boolean {
  if (end.kind === 'result' || end.cancelled) return false;
  const failure = readWireFailure(end.thrown);
  return failure !== undefined && failure.name !== 'INTERNAL_ERROR';
}

/** Describes the outcome of a forwarded request. */
function auditOutcome(end: RequestEnd): Pick<AuditOutcome, 'outcome' | 'error'> {
  if (end.cancelled) return { outcome: 'cancelled' };
  if (end.kind === 'result') return { outcome: end.result.isError === true ? 'tool_error' : 'ok' };
  const own = readForwardedError(end.thrown);
  if (own !== undefined) return { outcome: 'protocol_error', error: { code: own.code, message: own.message } };
  const failure = readWireFailure(end.thrown);
  const code = typeof failure?.data?.reason === 'string' ? failure.data.reason : 'INTERNAL_ERROR';
  const message = end.thrown instanceof Error ? end.thrown.message : String(end.thrown);
  return { outcome: code === 'REQUEST_TIMEOUT' ? 'timed_out' : 'protocol_error', error: { code, message } };
}
