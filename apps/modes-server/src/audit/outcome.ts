import type { AuditOutcome } from '@modegate/cli-kit/audit';
import { type RequestEnd, readForwardedError, readWireFailure } from '@modegate/mcp-protocol';

/** Whether a request that was on its way to another server was refused by this one after all. Faults of servers are INTERNAL_ERROR, their own errors none of ours. */
export function isRefusal(end: RequestEnd): boolean {
  if (end.kind === 'result' || end.cancelled) return false;
  const failure = readWireFailure(end.thrown);
  return failure !== undefined && failure.name !== 'INTERNAL_ERROR';
}

/** What became of a request that was handed on. */
export function outcomeOf(end: RequestEnd): Pick<AuditOutcome, 'outcome' | 'error'> {
  if (end.cancelled) return { outcome: 'cancelled' };
  if (end.kind === 'result') return { outcome: end.result.isError === true ? 'tool_error' : 'ok' };
  const own = readForwardedError(end.thrown);
  if (own !== undefined) return { outcome: 'protocol_error', error: { code: own.code, message: own.message } };
  const failure = readWireFailure(end.thrown);
  const code = typeof failure?.data?.reason === 'string' ? failure.data.reason : 'INTERNAL_ERROR';
  const message = end.thrown instanceof Error ? end.thrown.message : String(end.thrown);
  return { outcome: code === 'REQUEST_TIMEOUT' ? 'timed_out' : 'protocol_error', error: { code, message } };
}
