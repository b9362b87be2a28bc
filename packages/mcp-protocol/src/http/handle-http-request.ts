import type { ServerResponse } from 'node:http';
import { checkMessage, type RequestId } from '@modegate/json-rpc';
import { supportsBatches } from '../connection/batch.ts';
import { failureAnswer, MESSAGE_RULES, parseMessage } from '../json-rpc/read-message.ts';
import { authenticate } from './auth/authenticate.ts';
import type { HttpRefusal } from './auth/authentication.ts';
import { hostProblem } from './auth/host-check.ts';
import type { HttpExchange, HttpServerContext, ReceivedRequest } from './http-server-context.ts';
import { costRefusal } from './messages/message-cost.ts';
import { type Body, readBody, SMALL_BODY_BYTES } from './messages/read-body.ts';
import { bodyTooLarge, methodNotAllowed, notFound, rejectMessage, rejectRequest } from './messages/reject-request.ts';
import { tracedRequest } from './messages/trace-headers.ts';
import { answerCall } from './routes/http-calls.ts';
import { handlePageRequest, sendProtectedPage } from './routes/http-pages.ts';
import { relayRequest } from './sessions/relay.ts';
import { findSession, handleInSession, startHttpSession } from './sessions/session-requests.ts';
import { isStatelessPost, namesStateless } from './stateless/check-headers.ts';
import { handleStatelessRequest } from './stateless/handle-stateless-request.ts';

/** Answers one HTTP request. Never rejects. */
export async function handleHttpRequest(context: HttpServerContext, arrived: ReceivedRequest): Promise<void> {
  const { response } = arrived;
  try {
    await route(context, arrived);
  } catch {
    if (!response.headersSent)
      rejectRequest(context, response, { status: 500, reason: 'fault', message: 'Internal error' });
    else response.destroy();
  }
}

async function route(context: HttpServerContext, { origin, request, response }: ReceivedRequest): Promise<void> {
  const [pathname = '/', query = ''] = (request.url ?? '/').split('?');
  if (origin === 'direct') {
    const page = context.pages(pathname);
    if (page !== undefined) return handlePageRequest(context, { request, response }, page);
    const problem = hostProblem(request.headers, context.rules);
    if (problem !== undefined)
      return rejectRequest(context, response, { status: 403, reason: 'host', message: problem });
    const guarded = context.protectedPages?.(pathname, request.headers);
    if (guarded !== undefined) return sendProtectedPage(context, { request, response }, guarded);
  }
  // Only the server to which the client sent the request has the data for these calls.
  const calls = origin === 'direct' && context.calls?.has(pathname) === true ? context.calls : undefined;
  if (calls === undefined && pathname !== context.path && !pathname.startsWith(`${context.path}/`))
    return rejectRequest(context, response, notFound(`at ${pathname}`));
  const admission = await authenticate(context, request.headers);
  if (admission.kind === 'refused') {
    // An unread body would have to be received before the next request.
    if (!(Number(request.headers['content-length'] ?? 0) <= SMALL_BODY_BYTES))
      response.setHeader('Connection', 'close');
    return rejectRequest(context, response, admission);
  }
  const { principal, rights, charge, release } = admission;
  if (release !== undefined) onceClosed(response, release);
  const refusal = admission.checkPath?.(pathname);
  if (refusal !== undefined) return rejectRequest(context, response, refusal);
  if (principal !== undefined) {
    context.answers?.add(principal, response);
    // The request is answered even if the claim fails, because concurrency is limited elsewhere.
    if (origin === 'direct' && !context.connections.claim(request.socket, principal.id))
      response.setHeader('Connection', 'close');
  }
  if (calls !== undefined) return answerCall(context, calls, { request, response, pathname, query, principal, charge });
  const subpath = pathname.slice(context.path.length);
  const exchange = { origin, request, response, socket: request.socket, subpath, principal, rights, charge };
  if (request.method === 'POST') return post(context, exchange);
  const isSession = !namesStateless(request.headers);
  if (isSession && (request.method === 'GET' || request.method === 'DELETE')) {
    markBusy(context, exchange);
    if (isRemoteSession(context, exchange)) return relayToOtherServer(context, exchange, undefined);
    return handleInSession(context, exchange, { body: undefined, requestIds: [] });
  }
  response.setHeader('Allow', isSession ? 'GET, POST, DELETE' : 'POST');
  return rejectRequest(context, response, methodNotAllowed(request));
}

/** After a complete request, a client keeps its connection until the response has been sent. */
function markBusy({ connections }: HttpServerContext, { origin, socket, response }: HttpExchange): void {
  if (origin === 'relayed') return;
  connections.markBusy(socket);
  onceClosed(response, () => connections.release(socket));
}

function onceClosed(response: ServerResponse, tell: () => void): void {
  if (response.closed) tell();
  else response.once('close', tell);
}

async function post(context: HttpServerContext, exchange: HttpExchange): Promise<void> {
  const { request, response } = exchange;
  const { charge } = exchange;
  const body = await readBody(request, { maxBytes: context.limits.maxBodyBytes, charge });
  if (body.kind === 'aborted') return void response.destroy();
  markBusy(context, exchange);
  if (body.kind === 'too-large') {
    // The rest of the body is not worth reading.
    response.setHeader('Connection', 'close');
    return rejectRequest(context, response, bodyTooLarge(context.limits.maxBodyBytes));
  }
  if (body.kind === 'refused') response.setHeader('Connection', 'close');
  const refusal = await refusalOf(body, charge);
  if (refusal !== undefined) return rejectRequest(context, response, refusal);
  // The request may have waited for a long time, and the client may have disconnected.
  if (response.closed) return;
  if (body.kind === 'text' && isRemoteSession(context, exchange))
    return relayToOtherServer(context, exchange, body.text);
  const parsed = parseMessage(body.kind === 'text' ? body.text : '');
  if (parsed.kind === 'invalid') return rejectMessage(context, response, parsed.answer);
  if (Array.isArray(parsed.value) && supportsBatches(findSession(context, exchange)?.protocolVersion))
    return postBatch(context, exchange, parsed.value);
  const checked = checkMessage(parsed.value, MESSAGE_RULES);
  if (checked.kind === 'invalid') return rejectMessage(context, response, failureAnswer(checked.id, checked));
  const isRequest = checked.kind === 'request';
  if ((isRequest || checked.kind === 'notification') && isStatelessPost(checked.message, request.headers)) {
    if (checked.kind === 'request') return handleStatelessRequest(context, exchange, checked.message);
    // There is nothing to notify: over HTTP, a request is cancelled by closing its connection.
    return void response.writeHead(202).end();
  }
  if (isRequest && checked.message.method === 'initialize' && request.headers['mcp-session-id'] === undefined) {
    return startHttpSession(context, exchange, checked.message);
  }
  // Notifications and responses are passed on unchanged; the connection ignores any that it does not recognise.
  const message = isRequest
    ? tracedRequest(checked.message, request.headers)
    : checked.kind === 'notification'
      ? checked.message
      : parsed.value;
  return handleInSession(context, exchange, { body: message, requestIds: isRequest ? [checked.message.id] : [] });
}

async function refusalOf(body: Body, charge: HttpExchange['charge']): Promise<HttpRefusal | undefined> {
  if (body.kind === 'refused') return body.refusal;
  return body.kind === 'text' ? costRefusal(body.text, charge, body.unpaidBytes) : undefined;
}

// The SDK's transport splits a batch, answers each request in a separate event, and limits the number of requests.
async function postBatch(
  context: HttpServerContext,
  exchange: HttpExchange,
  values: readonly unknown[],
): Promise<void> {
  if (values.length === 0)
    return rejectRequest(context, exchange.response, {
      status: 400,
      reason: 'malformed',
      message: 'A batch must not be empty',
    });
  const requestIds: RequestId[] = [];
  for (const value of values) {
    const checked = checkMessage(value, MESSAGE_RULES);
    if (checked.kind === 'invalid')
      return rejectMessage(context, exchange.response, failureAnswer(checked.id, checked));
    if (checked.kind === 'request') requestIds.push(checked.message.id);
  }
  return handleInSession(context, exchange, { body: values, requestIds });
}

/** True if another server has the session. Relayed requests are not relayed again. */
function isRemoteSession({ relay }: HttpServerContext, { origin, request }: HttpExchange): boolean {
  const id = request.headers['mcp-session-id'];
  return origin === 'direct' && typeof id === 'string' && relay?.isRemoteSession(id) === true;
}

async function relayToOtherServer(
  context: HttpServerContext,
  exchange: HttpExchange,
  body: string | undefined,
): Promise<void> {
  const { relay, relayed, isDraining } = context;
  const { request, response } = exchange;
  if (relay === undefined) return;
  // The next request should come through a server that keeps running.
  if (isDraining) response.setHeader('Connection', 'close');
  const sessionId = String(request.headers['mcp-session-id']);
  const answering = relayRequest(context, relay, { sessionId, request, response, body });
  // Listening streams end with this server; nothing needs to wait for them.
  const isCall = request.method === 'POST';
  if (isCall) relayed.add(answering);
  await answering.finally(() => relayed.delete(answering));
}
