import { type CheckedMessage, checkMessage, failureAnswer } from '../json-rpc/check-message.ts';
import type { JsonRpcFailure, JsonRpcNotification } from '../json-rpc/messages.ts';
import { createBatch, MAX_BATCH_MESSAGES, type RequestBatch, takesBatches } from './batch.ts';
import { cancelPending } from './pending-request.ts';
import { serveRequest } from './serve-request.ts';
import { type ServedConnection, sendQuietly } from './served-connection.ts';

/** Takes one value that a client has sent: a message, or a batch of them where the agreed revision has batches. */
export function receiveMessage(served: ServedConnection, value: unknown): void {
  if (!served.open) return;
  if (Array.isArray(value) && takesBatches(served.session.protocolVersion)) receiveBatch(served, value);
  else take(served, checkMessage(value));
}

function receiveBatch(served: ServedConnection, values: readonly unknown[]): void {
  if (values.length === 0 || values.length > MAX_BATCH_MESSAGES) {
    void sendQuietly(served, invalid(`A batch of ${values.length} messages; it must have 1 to ${MAX_BATCH_MESSAGES}.`));
    return;
  }
  const batch = createBatch((answers) => void sendQuietly(served, answers));
  for (const value of values) {
    const checked = checkMessage(value);
    // MCP 2025-03-26, lifecycle: the initialize request MUST NOT be part of a batch.
    if (checked.kind === 'request' && checked.message.method === 'initialize')
      batch.begin()(invalid("'initialize' came in a batch. Send it by itself.", checked.message.id));
    else take(served, checked, batch);
  }
  batch.close();
}

function invalid(message: string, id: JsonRpcFailure['id'] = null): JsonRpcFailure {
  return failureAnswer(id, { name: 'INVALID_REQUEST', message });
}

function take(served: ServedConnection, checked: CheckedMessage, batch?: RequestBatch): void {
  if (checked.kind === 'request') serveRequest(served, checked.message, batch);
  else if (checked.kind === 'notification') observe(served, checked.message);
  else if (checked.kind === 'response') {
    if (!served.asked.take(checked.response)) served.options.debug('Ignored a response to a request that is not open');
  } else if (checked.kind === 'ignored') served.options.debug(`Ignored ${checked.reason}`);
  else if (batch === undefined) void sendQuietly(served, checked.answer);
  else batch.begin()(checked.answer);
}

function observe(served: ServedConnection, notification: JsonRpcNotification): void {
  if (notification.method !== 'notifications/cancelled') {
    served.options.observe(notification, served.session);
    return;
  }
  const { requestId, reason } = notification.params ?? {};
  if (typeof requestId !== 'string' && typeof requestId !== 'number') return;
  const pending = served.pending.get(requestId);
  // MCP 2025-11-25, cancellation: the initialize request MUST NOT be cancelled.
  if (pending === undefined || pending.request.method === 'initialize') return;
  cancelPending(
    pending,
    new DOMException(typeof reason === 'string' ? reason : 'The client cancelled the request', 'AbortError'),
  );
}
