import type { JsonRpcNotification } from '@modegate/json-rpc';
import { createBatch, MAX_BATCH_MESSAGES, supportsBatches } from './batch.ts';
import { refuseMessage } from './respond.ts';
import { type ServedConnection, sendQuietly } from './served-connection.ts';

/** Handles a value from the client: a message, or a batch if the negotiated revision supports batches. */
export function receiveMessage(served: ServedConnection, value: unknown): void {
  if (!served.open) return;
  if (Array.isArray(value) && supportsBatches(served.session.protocolVersion)) receiveBatch(served, value);
  else served.peer.receive(value, undefined);
}

function receiveBatch(served: ServedConnection, values: readonly unknown[]): void {
  if (values.length === 0 || values.length > MAX_BATCH_MESSAGES) {
    const message = `A batch of ${values.length} messages; 1 to ${MAX_BATCH_MESSAGES} are allowed.`;
    refuseMessage(served, { id: null, name: 'INVALID_REQUEST', message });
    return;
  }
  const batch = createBatch((answers) => void sendQuietly(served, answers));
  for (const value of values) served.peer.receive(value, batch);
  batch.close();
}

/** Handles a notification: a cancellation, or a notification meant for the observer. */
export function handleNotification(served: ServedConnection, notification: JsonRpcNotification): void {
  if (notification.method !== 'notifications/cancelled') {
    served.options.observe(notification, served.session);
    return;
  }
  const { requestId, reason } = notification.params ?? {};
  if (typeof requestId !== 'string' && typeof requestId !== 'number') return;
  const pending = served.pending.get(requestId);
  // MCP 2025-11-25, cancellation: the initialize request MUST NOT be cancelled.
  if (pending === undefined || pending.request.method === 'initialize') return;
  pending.cancel(
    new DOMException(typeof reason === 'string' ? reason : 'The client cancelled the request', 'AbortError'),
  );
}
