import type { JsonObject } from '@modegate/json';
import { didYouMean } from '@modegate/nearest-name';
import { failureAnswer } from '../json-rpc/check-message.ts';
import type { JsonRpcFailure, JsonRpcRequest, JsonRpcSuccess } from '../json-rpc/messages.ts';
import { type JsonRpcErrorObject, readForwardedError, toJsonRpcError, wireError } from '../json-rpc/wire-errors.ts';
import { endWithResult, type WhatCame } from '../requests/request-end.ts';
import { failureOf, type ReportError } from '../requests/request-handler.ts';
import type { RequestBatch } from './batch.ts';
import { createPendingRequest, type PendingRequest } from './pending-request.ts';
import { releaseIdle, type ServedConnection, sendQuietly } from './served-connection.ts';

// What may come before `initialize`, and waits for no other request.
const UNQUEUED = new Set(['ping', 'initialize']);

/** Serves a request: at once or when its turn comes, answered exactly once or, when it is cancelled, never. */
export function serveRequest(served: ServedConnection, request: JsonRpcRequest, batch?: RequestBatch): void {
  if (served.pending.has(request.id)) {
    // Answering under the id would end the first request for the client, so the refusal goes without one.
    const message = `The id ${JSON.stringify(request.id)} belongs to a request that is still in flight.`;
    const refusal = failureAnswer(null, { name: 'INVALID_REQUEST', message });
    if (batch === undefined) void sendQuietly(served, refusal);
    else batch.begin()(refusal);
    return;
  }
  const pending = createPendingRequest(request, served.requestOptions);
  pending.endInBatch = batch?.begin();
  served.pending.set(request.id, pending);
  if (UNQUEUED.has(request.method)) void run(served, pending);
  else served.slots.enter(() => begin(served, pending));
}

function begin(served: ServedConnection, pending: PendingRequest): void {
  pending.place = 'slot';
  if (pending.cancelled) {
    pending.endInBatch?.(undefined);
    settle(served, pending);
  } else void run(served, pending);
}

async function run(served: ServedConnection, pending: PendingRequest): Promise<void> {
  const { id } = pending.request;
  let answer: JsonRpcSuccess | JsonRpcFailure;
  let observing: Promise<void> | undefined;
  served.options.observeStart?.({ method: pending.request.method, context: pending.context });
  try {
    const result = await handle(served, pending);
    answer = { jsonrpc: '2.0', id, result };
    if (served.options.observeEnd !== undefined) observing = observeEnd(served, pending, endWithResult(result));
  } catch (thrown) {
    answer = { jsonrpc: '2.0', id, error: errorOf(served, pending, thrown) };
    if (served.options.observeEnd !== undefined) observing = observeEnd(served, pending, { kind: 'failure', thrown });
  }
  if (observing !== undefined) await observing;
  if (pending.progress.used && !pending.cancelled) await pending.progress.flush();
  respond(served, pending, answer);
}

/** Tells of the end of a request. A listener that fails must not take the answer with it. */
function observeEnd(served: ServedConnection, pending: PendingRequest, came: WhatCame): Promise<void> | undefined {
  const { context, request, cancelled } = pending;
  const report = (error: unknown): void =>
    served.options.report(error, { correlationId: crypto.randomUUID(), during: `ending ${request.method}` });
  try {
    return served.options.observeEnd?.({ method: request.method, context, cancelled, ...came })?.catch(report);
  } catch (error) {
    report(error);
    return undefined;
  }
}

function errorOf(served: ServedConnection, pending: PendingRequest, thrown: unknown): JsonRpcErrorObject {
  const forwarded = readForwardedError(thrown);
  if (forwarded !== undefined) return forwarded;
  // A handler that was cancelled may end in any way it likes, without a report.
  const report: ReportError = pending.cancelled ? () => undefined : served.options.report;
  return toJsonRpcError(failureOf(thrown, pending.request.method, report));
}

function handle(served: ServedConnection, pending: PendingRequest): JsonObject | Promise<JsonObject> {
  const { method, params } = pending.request;
  const { handlers } = served.options;
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
  if (handler === undefined) {
    const hint = didYouMean(method, Object.keys(handlers));
    throw wireError('METHOD_NOT_FOUND', `Unknown method ${JSON.stringify(method.slice(0, 60))}.${hint}`, {
      method: method.slice(0, 60),
    });
  }
  if (served.session.protocolVersion === undefined && !UNQUEUED.has(method)) {
    // MCP 2025-11-25, lifecycle: only pings come before initialization. The request itself may be flawless, so it is
    // not its params that are wrong but its time: -32600.
    throw wireError('INVALID_REQUEST', `'${method}' came before 'initialize'. Send 'initialize' first.`, { method });
  }
  return handler(params ?? {}, { context: pending.context, session: served.session });
}

function respond(served: ServedConnection, pending: PendingRequest, answer: JsonRpcSuccess | JsonRpcFailure): void {
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

// One answer that cannot be written must not take those of its batch with it.
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

// A result that is not JSON (a cycle, a bigint) must still be answered, or the client would wait forever.
function unwritable(served: ServedConnection, { request }: PendingRequest, error: unknown): JsonRpcFailure {
  const failure = failureOf(error, `answering ${request.method}`, served.options.report);
  return { jsonrpc: '2.0', id: request.id, error: toJsonRpcError(failure) };
}

function settle(served: ServedConnection, pending: PendingRequest): void {
  const { id } = pending.request;
  served.pending.delete(id);
  served.channel.settled?.(id, pending.cancelled ? 'cancelled' : 'answered');
  if (pending.place === 'slot') served.slots.leave();
  else if (pending.place === 'elsewhere') served.elsewhere--;
  if (served.pending.size === 0) releaseIdle(served);
}
