import type { JsonRpcRequest, RequestId } from '@modegate/json-rpc';
import { failureAnswer } from '../json-rpc/read-message.ts';
import { initializeProblem } from '../requests/session-requests.ts';
import { type HttpSession, openHttpSession } from './http-session.ts';
import type { SessionPlace } from './http-sessions.ts';
import { answerRefusal, nothingAt, refuse, refuseMessage, refuseShare, refuseWork } from './refuse.ts';
import type { Exchange, Site } from './site.ts';

/** Answers `initialize` with a session of its own. */
export async function openSession(site: Site, exchange: Exchange, message: JsonRpcRequest): Promise<void> {
  const { request, response, subpath, principal } = exchange;
  if (site.isDraining) return refuseWork(site, response);
  const problem = initializeProblem(message.params ?? {});
  if (problem !== undefined)
    return refuseMessage(
      site,
      response,
      failureAnswer(message.id, { name: 'INVALID_PARAMS', message: problem.message }),
    );
  const releaseRoom = site.sessions.takeRoom(principal);
  if (typeof releaseRoom === 'string') return refuseShare(site, response, { reason: releaseRoom, principal });
  try {
    const sessionId = site.createSessionId();
    const server = await site.factory({ subpath, sessionId, headers: request.headers, principal });
    if (server === undefined) return refuse(site, response, nothingAt(`below ${site.path} at ${subpath}`));
    if ('kind' in server) return answerRefusal(site, response, server);
    const session = await openHttpSession(server, sessionId, { limits: site.limits, budget: site.budgetOf(principal) });
    site.sessions.add(session, placeOf(exchange));
    await session.handle({ request, response, body: message, requestIds: [message.id] });
    if (!session.started) await session.connection.close();
  } finally {
    releaseRoom();
  }
}

/** Hands a message, a batch or a stream to the session that its headers name. */
export async function toSession(
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

/** The session that the headers name, where it is here and its own client asks. */
export function sessionOf({ sessions }: Site, exchange: Exchange): HttpSession | undefined {
  const id = exchange.request.headers['mcp-session-id'];
  return typeof id === 'string' ? sessions.find(id, placeOf(exchange)) : undefined;
}

function placeOf({ subpath, principal }: Exchange): SessionPlace {
  return { path: subpath, principal };
}
