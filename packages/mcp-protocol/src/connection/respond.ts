import type { InvalidMessage, JsonRpcFailure, JsonRpcSuccess } from '@modegate/json-rpc';
import { failureAnswer } from '../json-rpc/read-message.ts';
import { toJsonRpcError } from '../json-rpc/wire-errors.ts';
import { toWireFailure } from '../requests/request-handler.ts';
import type { RequestBatch } from './batch.ts';
import type { PendingRequest } from './pending-request.ts';
import { isIdle, releaseIdle, type ServedConnection, sendQuietly } from './served-connection.ts';

/** Rejects a value that is not an acceptable message. */
export function refuseMessage(
  served: ServedConnection,
  { id, ...error }: Pick<InvalidMessage, 'id' | 'name' | 'message'>,
  batch?: RequestBatch,
): void {
  const answer = failureAnswer(id, error);
  if (batch === undefined) void sendQuietly(served, answer);
  else batch.begin()(answer);
}

/** Sends the response to a request unless the request was cancelled, and removes the request. */
export function respond(
  served: ServedConnection,
  pending: PendingRequest,
  answer: JsonRpcSuccess | JsonRpcFailure,
): void {
  if (!served.open) return;
  if (pending.endInBatch !== undefined) {
    pending.endInBatch(pending.cancelled ? undefined : writable(served, pending, answer));
    settle(served, pending);
    return;
  }
  const sent = pending.cancelled ? undefined : served.channel.send(answer);
  settle(served, pending);
  sent?.then(undefined, (error: unknown) => sendQuietly(served, unwritable(served, pending, error)));
}

/** Removes a request that has been answered or will never be answered. */
export function settle(served: ServedConnection, pending: PendingRequest): void {
  const { id } = pending.request;
  served.pending.delete(id);
  served.channel.settled?.(id, pending.cancelled ? 'cancelled' : 'answered');
  const { stage } = pending;
  // A handler may continue after its request has been answered, but must not release anything twice.
  pending.stage = 'ended';
  if (stage === 'running') served.slots.leave();
  else if (stage === 'slotReleased') served.releasedSlots--;
  if (isIdle(served)) releaseIdle(served);
}

// A response that cannot be serialised must not affect the other responses in its batch.
function writable(
  served: ServedConnection,
  pending: PendingRequest,
  answer: JsonRpcSuccess | JsonRpcFailure,
): JsonRpcSuccess | JsonRpcFailure {
  try {
    JSON.stringify(answer);
    return answer;
  } catch (error) {
    return unwritable(served, pending, error);
  }
}

// A request must be answered even if its result is not JSON (a cycle, a bigint); otherwise, the client would wait
// forever.
function unwritable(served: ServedConnection, { request }: PendingRequest, error: unknown): JsonRpcFailure {
  const failure = toWireFailure(error, `answering ${request.method}`, served.options.report);
  return { jsonrpc: '2.0', id: request.id, error: toJsonRpcError(failure) };
}
