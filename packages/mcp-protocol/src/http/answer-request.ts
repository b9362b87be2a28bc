import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { checkMessage, type JsonRpcRequest, type RequestId } from '@modegate/json-rpc';
import { takesBatches } from '../connection/batch.ts';
import { failureAnswer, MESSAGE_RULES, parseMessage } from '../json-rpc/read-message.ts';
import { initializeProblem } from '../requests/session-requests.ts';
import type { Authorise, Principal } from './admission.ts';
import { admit } from './admit.ts';
import type { ConnectionPool } from './connection-pool.ts';
import type { OpenAnswers } from './credential-review.ts';
import type { EventBudget } from './event-memory.ts';
import { type HostRules, hostProblem } from './host-check.ts';
import { answerCall, type HttpCalls } from './http-calls.ts';
import type { HttpLimits } from './http-limits.ts';
import { type GuardedPages, type HttpPage, showGuardedPage, showPage } from './http-pages.ts';
import { type HttpSession, openHttpSession } from './http-session.ts';
import type { HttpSessions, SessionPlace } from './http-sessions.ts';
import { readBody } from './read-body.ts';
import {
  answerRefusal,
  nothingAt,
  type RefusalCount,
  refuse,
  refuseMessage,
  refuseWork,
  tooLarge,
  wrongMethod,
} from './refuse.ts';
import { answerElsewhere, type HttpRelay } from './relay.ts';
import type { ServerFactory } from './server-factory.ts';
import { answerStateless } from './stateless/answer-stateless.ts';
import { isStatelessPost, namesStateless } from './stateless/check-headers.ts';
import type { Places } from './stateless/places.ts';
import { tracedRequest } from './trace-headers.ts';

/** What is served, and to whom. */
export interface Site extends RefusalCount {
  readonly factory: ServerFactory;
  readonly path: string;
  readonly rules: HostRules;
  readonly bearerToken: string | undefined;
  readonly authorise: Authorise | undefined;
  /** Asked for by anybody, without a check of the host. */
  readonly pages: (pathname: string) => HttpPage | undefined;
  /** Asked for under an allowed host only. */
  readonly guardedPages: GuardedPages | undefined;
  /** Undefined where there are none. */
  readonly calls: HttpCalls | undefined;
  readonly limits: HttpLimits;
  readonly budget: EventBudget;
  readonly sessions: HttpSessions;
  /** Where requests without a session come in. */
  readonly places: Places;
  readonly connections: ConnectionPool;
  readonly createSessionId: () => string;
  /** Undefined where this server is the only one. */
  readonly relay: HttpRelay | undefined;
  /** The requests that others answer now. */
  readonly elsewhere: Set<Promise<void>>;
  /** Undefined where no credential can end. */
  readonly answers: OpenAnswers | undefined;
  /** Set once no new work is taken. */
  isDraining: boolean;
}

/** How a request comes: from a client, or from another server that has judged where it may come from. */
export type Arrival = 'direct' | 'relayed';

interface Exchange {
  readonly arrival: Arrival;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The request forgets it once its body is given up. */
  readonly socket: Socket;
  readonly subpath: string;
  readonly principal: Principal | undefined;
  readonly rights: string | undefined;
}

/** One HTTP request, and how it comes. */
export interface ArrivedRequest {
  readonly arrival: Arrival;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

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
  if (admission.kind === 'refused') return answerRefusal(site, response, admission);
  const { principal, rights, release } = admission;
  if (release !== undefined) onceClosed(response, release);
  if (principal !== undefined) site.answers?.add(principal, response);
  if (calls !== undefined) return answerCall(site, calls, { request, response, pathname, query, principal });
  const subpath = pathname.slice(site.path.length);
  const exchange = { arrival, request, response, socket: request.socket, subpath, principal, rights };
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
  const body = await readBody(request, site.limits.maxBodyBytes);
  if (body.kind === 'aborted') return void response.destroy();
  occupy(site, exchange);
  if (body.kind === 'too-large') {
    // What is left of the body is not worth reading.
    response.setHeader('Connection', 'close');
    return refuse(site, response, tooLarge(site.limits.maxBodyBytes));
  }
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
    // There is nothing that one could be about: a request is taken back by closing its connection.
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
  // Streams that are listened to end with this server; nobody waits for them.
  const isCall = request.method === 'POST';
  if (isCall) elsewhere.add(answering);
  await answering.finally(() => elsewhere.delete(answering));
}

async function openSession(site: Site, exchange: Exchange, message: JsonRpcRequest): Promise<void> {
  const { request, response, subpath, principal } = exchange;
  if (site.isDraining) return refuseWork(site, response);
  const problem = initializeProblem(message.params ?? {});
  if (problem !== undefined)
    return refuseMessage(
      site,
      response,
      failureAnswer(message.id, { name: 'INVALID_PARAMS', message: problem.message }),
    );
  const releaseRoom = site.sessions.takeRoom();
  if (releaseRoom === undefined) {
    response.setHeader('Retry-After', '5');
    return refuse(site, response, { status: 503, reason: 'too_many_sessions', message: 'Too many sessions' });
  }
  try {
    const sessionId = site.createSessionId();
    const server = await site.factory({ subpath, sessionId, headers: request.headers, principal });
    if (server === undefined) return refuse(site, response, nothingAt(`below ${site.path} at ${subpath}`));
    if ('kind' in server) return answerRefusal(site, response, server);
    const session = await openHttpSession(server, sessionId, site);
    site.sessions.add(session, placeOf(exchange));
    await session.handle({ request, response, body: message, requestIds: [message.id] });
    if (!session.started) await session.connection.close();
  } finally {
    releaseRoom();
  }
}

async function toSession(
  site: Site,
  exchange: Exchange,
  { body, requestIds }: { readonly body: unknown; readonly requestIds: readonly RequestId[] },
): Promise<void> {
  const { request, response } = exchange;
  if (request.headers['mcp-session-id'] === undefined)
    return refuse(site, response, {
      status: 400,
      reason: 'session_missing',
      message: "The Mcp-Session-Id header is required; a session begins with 'initialize'",
    });
  const session = sessionOf(site, exchange);
  if (session === undefined)
    return refuse(site, response, { status: 404, reason: 'session_unknown', message: 'Session not found' });
  // Answers and notifications may still be what a call in flight waits for.
  if (site.isDraining && requestIds.length > 0) return refuseWork(site, response);
  const { connection } = session;
  const taken = requestIds.find((requestId) => connection.has(requestId));
  if (taken !== undefined)
    return refuse(site, response, {
      status: 400,
      reason: 'id_in_flight',
      message: `The id ${JSON.stringify(taken)} belongs to a request that is still in flight`,
    });
  const { maxPending, maxStreams } = site.limits;
  if (requestIds.length > 0 && connection.inFlight + requestIds.length > maxPending)
    return refuse(site, response, {
      status: 429,
      reason: 'too_many_pending',
      message: `This session has ${connection.inFlight} requests in flight; ${maxPending} is the limit`,
    });
  if (request.method === 'GET' && session.streamCount >= maxStreams)
    return refuse(site, response, {
      status: 429,
      reason: 'too_many_streams',
      message: `This session has ${maxStreams} streams open, which is the limit`,
    });
  // The end of a long call counts as a use.
  response.once('close', () => sessionOf(site, exchange));
  await session.handle({ request, response, body, requestIds });
}

function sessionOf({ sessions }: Site, exchange: Exchange): HttpSession | undefined {
  const id = exchange.request.headers['mcp-session-id'];
  return typeof id === 'string' ? sessions.find(id, placeOf(exchange)) : undefined;
}

function placeOf({ subpath, principal }: Exchange): SessionPlace {
  return { path: subpath, principal };
}
