import type { ServerResponse } from 'node:http';
import { checkMessage, type RequestId } from '@modegate/json-rpc';
import { takesBatches } from '../connection/batch.ts';
import { failureAnswer, MESSAGE_RULES, parseMessage } from '../json-rpc/read-message.ts';
import type { HttpRefusal } from './admission.ts';
import { admit } from './admit.ts';
import { hostProblem } from './host-check.ts';
import { answerCall } from './http-calls.ts';
import { showGuardedPage, showPage } from './http-pages.ts';
import { costRefusal } from './message-cost.ts';
import { type Body, readBody, SMALL_BODY_BYTES } from './read-body.ts';
import { answerRefusal, nothingAt, refuse, refuseMessage, tooLarge, wrongMethod } from './refuse.ts';
import { answerElsewhere } from './relay.ts';
import { openSession, sessionOf, toSession } from './session-exchange.ts';
import type { ArrivedRequest, Exchange, Site } from './site.ts';
import { answerStateless } from './stateless/answer-stateless.ts';
import { isStatelessPost, namesStateless } from './stateless/check-headers.ts';
import { tracedRequest } from './trace-headers.ts';

/** Answers one HTTP request. Never rejects. */
export async function answerRequest(site: Site, arrived: ArrivedRequest): Promise<void> {
  const { response } = arrived;
  try {
    await route(site, arrived);
  } catch {
    if (!response.headersSent) refuse(site, response, { status: 500, reason: 'fault', message: 'Internal error' });
    else response.destroy();
  }
}

async function route(site: Site, { arrival, request, response }: ArrivedRequest): Promise<void> {
  const [pathname = '/', query = ''] = (request.url ?? '/').split('?');
  if (arrival === 'direct') {
    const page = site.pages(pathname);
    if (page !== undefined) return showPage(site, { request, response }, page);
    const problem = hostProblem(request.headers, site.rules);
    if (problem !== undefined) return refuse(site, response, { status: 403, reason: 'host', message: problem });
    const guarded = site.guardedPages?.(pathname, request.headers);
    if (guarded !== undefined) return showGuardedPage(site, { request, response }, guarded);
  }
  // Only the server that a client asked has what the call is about.
  const calls = arrival === 'direct' && site.calls?.has(pathname) === true ? site.calls : undefined;
  if (calls === undefined && pathname !== site.path && !pathname.startsWith(`${site.path}/`))
    return refuse(site, response, nothingAt(`at ${pathname}`));
  const admission = await admit(site, request.headers);
  if (admission.kind === 'refused') {
    // A body that nobody reads would still have to be taken in before the next request.
    if (!(Number(request.headers['content-length'] ?? 0) <= SMALL_BODY_BYTES))
      response.setHeader('Connection', 'close');
    return answerRefusal(site, response, admission);
  }
  const { principal, rights, charge, release } = admission;
  if (release !== undefined) onceClosed(response, release);
  const shut = admission.opens?.(pathname);
  if (shut !== undefined) return answerRefusal(site, response, shut);
  if (principal !== undefined) {
    site.answers?.add(principal, response);
    // The request is answered in any case: how many may run is the limit of another place.
    if (arrival === 'direct' && !site.connections.claim(request.socket, principal.id))
      response.setHeader('Connection', 'close');
  }
  if (calls !== undefined) return answerCall(site, calls, { request, response, pathname, query, principal, charge });
  const subpath = pathname.slice(site.path.length);
  const exchange = { arrival, request, response, socket: request.socket, subpath, principal, rights, charge };
  if (request.method === 'POST') return post(site, exchange);
  const isSession = !namesStateless(request.headers);
  if (isSession && (request.method === 'GET' || request.method === 'DELETE')) {
    occupy(site, exchange);
    if (isElsewhere(site, exchange)) return passOn(site, exchange, undefined);
    return toSession(site, exchange, { body: undefined, requestIds: [] });
  }
  response.setHeader('Allow', isSession ? 'GET, POST, DELETE' : 'POST');
  return refuse(site, response, wrongMethod(request));
}

/** A client that has sent a whole request keeps the connection until the answer is out. */
function occupy({ connections }: Site, { arrival, socket, response }: Exchange): void {
  if (arrival === 'relayed') return;
  connections.occupy(socket);
  onceClosed(response, () => connections.release(socket));
}

function onceClosed(response: ServerResponse, tell: () => void): void {
  if (response.closed) tell();
  else response.once('close', tell);
}

async function post(site: Site, exchange: Exchange): Promise<void> {
  const { request, response } = exchange;
  const { charge } = exchange;
  const body = await readBody(request, { maxBytes: site.limits.maxBodyBytes, charge });
  if (body.kind === 'aborted') return void response.destroy();
  occupy(site, exchange);
  if (body.kind === 'too-large') {
    // What is left of the body is not worth reading.
    response.setHeader('Connection', 'close');
    return refuse(site, response, tooLarge(site.limits.maxBodyBytes));
  }
  if (body.kind === 'refused') response.setHeader('Connection', 'close');
  const refusal = await refusalOf(body, charge);
  if (refusal !== undefined) return answerRefusal(site, response, refusal);
  // It may have waited for long, and nobody waits for its answer any more.
  if (response.closed) return;
  if (body.kind === 'text' && isElsewhere(site, exchange)) return passOn(site, exchange, body.text);
  const parsed = parseMessage(body.kind === 'text' ? body.text : '');
  if (parsed.kind === 'invalid') return refuseMessage(site, response, parsed.answer);
  if (Array.isArray(parsed.value) && takesBatches(sessionOf(site, exchange)?.protocolVersion))
    return postBatch(site, exchange, parsed.value);
  const checked = checkMessage(parsed.value, MESSAGE_RULES);
  if (checked.kind === 'invalid') return refuseMessage(site, response, failureAnswer(checked.id, checked));
  const isRequest = checked.kind === 'request';
  if ((isRequest || checked.kind === 'notification') && isStatelessPost(checked.message, request.headers)) {
    if (checked.kind === 'request') return answerStateless(site, exchange, checked.message);
    // There is nothing that one could be about: a request is cancelled by closing its connection.
    return void response.writeHead(202).end();
  }
  if (isRequest && checked.message.method === 'initialize' && request.headers['mcp-session-id'] === undefined) {
    return openSession(site, exchange, checked.message);
  }
  // Notifications and responses are handed on as they came; the connection ignores what it has no use for.
  const message = isRequest
    ? tracedRequest(checked.message, request.headers)
    : checked.kind === 'notification'
      ? checked.message
      : parsed.value;
  return toSession(site, exchange, { body: message, requestIds: isRequest ? [checked.message.id] : [] });
}

async function refusalOf(body: Body, charge: Exchange['charge']): Promise<HttpRefusal | undefined> {
  if (body.kind === 'refused') return body.refusal;
  return body.kind === 'text' ? costRefusal(body.text, charge, body.unpaidBytes) : undefined;
}

// The SDK's transport takes a batch apart, answers each request in an event of its own, and knows how many there may be.
async function postBatch(site: Site, exchange: Exchange, values: readonly unknown[]): Promise<void> {
  if (values.length === 0)
    return refuse(site, exchange.response, { status: 400, reason: 'malformed', message: 'A batch must not be empty' });
  const requestIds: RequestId[] = [];
  for (const value of values) {
    const checked = checkMessage(value, MESSAGE_RULES);
    if (checked.kind === 'invalid') return refuseMessage(site, exchange.response, failureAnswer(checked.id, checked));
    if (checked.kind === 'request') requestIds.push(checked.message.id);
  }
  return toSession(site, exchange, { body: values, requestIds });
}

/** Whether another server has the session. What another server sent is not sent on again. */
function isElsewhere({ relay }: Site, { arrival, request }: Exchange): boolean {
  const id = request.headers['mcp-session-id'];
  return arrival === 'direct' && typeof id === 'string' && relay?.isElsewhere(id) === true;
}

async function passOn(site: Site, exchange: Exchange, body: string | undefined): Promise<void> {
  const { relay, elsewhere, isDraining } = site;
  const { request, response } = exchange;
  if (relay === undefined) return;
  // The next request comes by way of a server that stays.
  if (isDraining) response.setHeader('Connection', 'close');
  const sessionId = String(request.headers['mcp-session-id']);
  const answering = answerElsewhere(site, relay, { sessionId, request, response, body });
  // Listening streams end with this server; nothing waits for them.
  const isCall = request.method === 'POST';
  if (isCall) elsewhere.add(answering);
  await answering.finally(() => elsewhere.delete(answering));
}
