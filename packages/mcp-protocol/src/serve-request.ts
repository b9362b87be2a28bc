import { failureAnswer } from './check-message.ts';
import type { JsonObject, JsonRpcFailure, JsonRpcRequest, JsonRpcSuccess } from './json-rpc.ts';
import { type Link, releaseIdle, sendQuietly } from './link.ts';
import { didYouMean } from './nearest.ts';
import { createPendingRequest, type PendingRequest } from './pending-request.ts';
import { failureOf, type ReportError } from './request-handler.ts';
import { type JsonRpcErrorObject, readForwardedError, toJsonRpcError, wireError } from './wire-errors.ts';

// What may come before `initialize`, and waits for no other request.
const UNQUEUED = new Set(['ping', 'initialize']);

/** Serves a request: at once or when its turn comes, answered exactly once or, when it is cancelled, never. */
export function serveRequest(link: Link, request: JsonRpcRequest): void {
  if (link.pending.has(request.id)) {
    // Answering under the id would end the first request for the client, so the refusal goes without one.
    const message = `The id ${JSON.stringify(request.id)} belongs to a request that is still in flight.`;
    void sendQuietly(link, failureAnswer(null, { name: 'INVALID_REQUEST', message }));
    return;
  }
  const pending = createPendingRequest(request, link.requestOptions);
  link.pending.set(request.id, pending);
  if (UNQUEUED.has(request.method)) void run(link, pending);
  else link.slots.enter(() => begin(link, pending));
}

function begin(link: Link, pending: PendingRequest): void {
  pending.holdsSlot = true;
  if (pending.cancelled) settle(link, pending);
  else void run(link, pending);
}

async function run(link: Link, pending: PendingRequest): Promise<void> {
  const { id } = pending.request;
  let answer: JsonRpcSuccess | JsonRpcFailure;
  try {
    answer = { jsonrpc: '2.0', id, result: await handle(link, pending) };
  } catch (thrown) {
    answer = { jsonrpc: '2.0', id, error: errorOf(link, pending, thrown) };
  }
  if (pending.progress.used && !pending.cancelled) await pending.progress.flush();
  await respond(link, pending, answer);
}

function errorOf(link: Link, pending: PendingRequest, thrown: unknown): JsonRpcErrorObject {
  const forwarded = readForwardedError(thrown);
  if (forwarded !== undefined) return forwarded;
  // A handler that was cancelled may end in any way it likes; nobody is told.
  const report: ReportError = pending.cancelled ? () => undefined : link.options.report;
  return toJsonRpcError(failureOf(thrown, pending.request.method, report));
}

function handle(link: Link, pending: PendingRequest): JsonObject | Promise<JsonObject> {
  const { method, params } = pending.request;
  const { handlers } = link.options;
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
  if (handler === undefined) {
    const hint = didYouMean(method, Object.keys(handlers));
    throw wireError('METHOD_NOT_FOUND', `Unknown method ${JSON.stringify(method.slice(0, 60))}.${hint}`, {
      method: method.slice(0, 60),
    });
  }
  if (link.state.protocolVersion === undefined && !UNQUEUED.has(method)) {
    // MCP 2025-11-25, lifecycle: only pings come before initialization. The request itself may be flawless, so it is
    // not its params that are wrong but its time: -32600.
    throw wireError('INVALID_REQUEST', `'${method}' came before 'initialize'. Send 'initialize' first.`, { method });
  }
  return handler(params ?? {}, { context: pending.context, state: link.state });
}

async function respond(link: Link, pending: PendingRequest, answer: JsonRpcSuccess | JsonRpcFailure): Promise<void> {
  if (!link.open) return;
  const sent = pending.cancelled ? undefined : link.channel.send(answer);
  settle(link, pending);
  try {
    await sent;
  } catch (error) {
    // A result that is not JSON (a cycle, a bigint) must still be answered, or the client would wait for ever.
    const failure = failureOf(error, `answering ${pending.request.method}`, link.options.report);
    await sendQuietly(link, { jsonrpc: '2.0', id: answer.id, error: toJsonRpcError(failure) });
  }
}

function settle(link: Link, pending: PendingRequest): void {
  const { id } = pending.request;
  link.pending.delete(id);
  link.channel.settled?.(id, pending.cancelled ? 'cancelled' : 'answered');
  if (pending.holdsSlot) link.slots.leave();
  if (link.pending.size === 0) releaseIdle(link);
}
