import type { JsonObject } from '@modegate/json';
import type { JsonRpcErrorObject, JsonRpcFailure, JsonRpcRequest, JsonRpcSuccess } from '@modegate/json-rpc';
import { STATELESS_REVISION } from '@modegate/json-rpc/mcp';
import { didYouMean } from '@modegate/nearest-name';
import { readForwardedError, readRevision, toJsonRpcError, wireError } from '../json-rpc/wire-errors.ts';
import { type ClientSession, type ReportError, toWireFailure } from '../requests/request-handler.ts';
import { outcomeOfResult, type RequestOutcome } from '../requests/request-outcome.ts';
import { namesRevision, readStatelessClient } from '../stateless/read-stateless-client.ts';
import { renumberFailure, renumberForwardedError } from '../stateless/stateless-errors.ts';
import { completeResult } from '../stateless/stateless-handlers.ts';
import type { RequestBatch } from './batch.ts';
import { answerExchange, isRetry, resumeExchange } from './input-required.ts';
import { currentAttempt, PendingRequest } from './pending-request.ts';
import { refuseMessage, settle } from './respond.ts';
import { serveSubscription } from './serve-subscription.ts';
import type { ServedConnection } from './served-connection.ts';

// Allowed before `initialize`, and never queued.
const UNQUEUED = new Set(['ping', 'initialize']);

/**
 * Serves a request, alone or in a batch, immediately or when its turn comes. The request is answered exactly once or,
 * if cancelled, never.
 */
export function serveRequest(served: ServedConnection, request: JsonRpcRequest, batch: RequestBatch | undefined): void {
  // MCP 2025-03-26, lifecycle: the initialize request MUST NOT be part of a batch.
  if (batch !== undefined && request.method === 'initialize') {
    const message = "'initialize' was sent in a batch. Send it separately.";
    refuseMessage(served, { id: request.id, name: 'INVALID_REQUEST', message }, batch);
    return;
  }
  if (served.pending.has(request.id)) {
    // The client would interpret an error with this id as the end of the first request, so the rejection has no id.
    const message = `The id ${JSON.stringify(request.id)} belongs to a request that is still in flight.`;
    refuseMessage(served, { id: null, name: 'INVALID_REQUEST', message }, batch);
    return;
  }
  const pending = accept(served, request);
  pending.endInBatch = batch?.begin();
  served.pending.set(request.id, pending);
  if (UNQUEUED.has(request.method)) void run(served, pending);
  else served.slots.enter(() => begin(served, pending));
}

function accept(served: ServedConnection, request: JsonRpcRequest): PendingRequest {
  const { session, requestOptions } = served;
  try {
    return new PendingRequest(request, sessionOf(served, request), requestOptions);
  } catch (refusal) {
    const pending = new PendingRequest(request, session, requestOptions);
    pending.refusal = refusal;
    return pending;
  }
}

/**
 * Returns the session of a request: the connection's session or, from revision 2026-07-28 on, the request's own
 * session. The first request determines which of these applies.
 */
function sessionOf(
  { session, channel, listeners }: ServedConnection,
  { method, params }: JsonRpcRequest,
): ClientSession {
  if (session.isStateless) {
    if (method !== 'initialize' || channel.isStateless === true) return readStatelessClient(params, session);
    // A bridge may hand the process over to another client, whose session begins at this point.
    for (const { end } of listeners.values()) end();
    session.isStateless = false;
    session.protocolVersion = undefined;
    return session;
  }
  if (session.protocolVersion !== undefined || method === 'initialize' || !namesRevision(params)) return session;
  const caller = readStatelessClient(params, session);
  session.isStateless = true;
  session.protocolVersion = STATELESS_REVISION;
  return caller;
}

function begin(served: ServedConnection, pending: PendingRequest): void {
  pending.stage = 'running';
  if (pending.cancelled) {
    pending.endInBatch?.(undefined);
    settle(served, pending);
  } else if (isRetry(pending)) tryAgain(served, pending);
  else void run(served, pending);
}

/**
 * Resumes the exchange to which a retry belongs. The retry is observed as a new request only if there is no such
 * exchange.
 */
function tryAgain(served: ServedConnection, pending: PendingRequest): void {
  try {
    resumeExchange(served, pending);
  } catch (refusal) {
    pending.refusal = refusal;
    void run(served, pending);
  }
}

async function run(served: ServedConnection, pending: PendingRequest): Promise<void> {
  const { id } = pending.request;
  let answer: JsonRpcSuccess | JsonRpcFailure;
  let observing: Promise<void> | undefined;
  served.options.observeStart?.({ method: pending.request.method, context: pending.context });
  try {
    const result = await handle(served, pending);
    answer = { jsonrpc: '2.0', id, result: resultFor(served, pending, result) };
    if (served.options.observeEnd !== undefined) observing = observeEnd(served, pending, outcomeOfResult(result));
  } catch (thrown) {
    answer = { jsonrpc: '2.0', id, error: errorOf(served, pending, thrown) };
    if (served.options.observeEnd !== undefined) observing = observeEnd(served, pending, { kind: 'failure', thrown });
  }
  if (observing !== undefined) await observing;
  const { progress, cancelled } = currentAttempt(pending);
  if (progress.used && !cancelled) await progress.flush();
  answerExchange(served, pending, answer);
}

function resultFor(
  { options }: ServedConnection,
  { session, request }: PendingRequest,
  result: JsonObject,
): JsonObject {
  return session.isStateless ? completeResult(request.method, result, options.info) : result;
}

/** Reports the end of a request. A failing listener must not prevent the response. */
function observeEnd(
  served: ServedConnection,
  pending: PendingRequest,
  came: RequestOutcome,
): Promise<void> | undefined {
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
  const { isStateless } = pending.session;
  if (forwarded !== undefined) return isStateless ? renumberForwardedError(forwarded, readRevision(thrown)) : forwarded;
  // The outcome of a cancelled handler is never reported.
  const report: ReportError = pending.cancelled ? () => undefined : served.options.report;
  return toJsonRpcError(renumberFailure(toWireFailure(thrown, pending.request.method, report), isStateless));
}

function handle(served: ServedConnection, pending: PendingRequest): JsonObject | Promise<JsonObject> {
  const { method } = pending.request;
  const { context, session, refusal } = pending;
  if (refusal !== undefined) throw refusal;
  if (session.isStateless && method === 'subscriptions/listen') return serveSubscription(served, pending);
  const handlers = session.isStateless ? served.options.statelessHandlers : served.options.handlers;
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
  if (handler === undefined) {
    const hint = didYouMean(method, Object.keys(handlers));
    throw wireError('METHOD_NOT_FOUND', `Unknown method ${JSON.stringify(method.slice(0, 60))}.${hint}`, {
      method: method.slice(0, 60),
    });
  }
  if (session.protocolVersion === undefined && !UNQUEUED.has(method)) {
    // MCP 2025-11-25, lifecycle: only pings may precede initialization. The request itself may be valid, so the error
    // is -32600, not invalid params.
    throw wireError('INVALID_REQUEST', `'${method}' was sent before 'initialize'. Send 'initialize' first.`, {
      method,
    });
  }
  return handler(context.params, { context, session });
}
