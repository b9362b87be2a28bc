import type { JsonRpcRequest, RequestId } from '@modegate/json-rpc';
import { failureAnswer } from '../../json-rpc/read-message.ts';
import { initializeProblem } from '../../requests/session-requests.ts';
import type { HttpExchange, HttpServerContext } from '../http-server-context.ts';
import {
  notFound,
  rejectMessage,
  rejectOverQuota,
  rejectRequest,
  rejectWhileDraining,
} from '../messages/reject-request.ts';
import { type HttpSession, openHttpSession } from './http-session.ts';
import type { SessionOwner } from './http-sessions.ts';

/** Answers `initialize` with a new session. */
export async function startHttpSession(
  context: HttpServerContext,
  exchange: HttpExchange,
  message: JsonRpcRequest,
): Promise<void> {
  const { request, response, subpath, principal } = exchange;
  if (context.isDraining) return rejectWhileDraining(context, response);
  const problem = initializeProblem(message.params ?? {});
  if (problem !== undefined)
    return rejectMessage(
      context,
      response,
      failureAnswer(message.id, { name: 'INVALID_PARAMS', message: problem.message }),
    );
  const releaseRoom = context.sessions.reserve(principal);
  if (typeof releaseRoom === 'string') return rejectOverQuota(context, response, { reason: releaseRoom, principal });
  try {
    const sessionId = context.createSessionId();
    const server = await context.factory({ subpath, sessionId, headers: request.headers, principal });
    if (server === undefined) return rejectRequest(context, response, notFound(`below ${context.path} at ${subpath}`));
    if ('kind' in server) return rejectRequest(context, response, server);
    const session = await openHttpSession(server, sessionId, {
      limits: context.limits,
      budget: context.budgetOf(principal),
    });
    context.sessions.add(session, ownerOf(exchange));
    await session.handle({ request, response, body: message, requestIds: [message.id] });
    if (!session.started) await session.connection.close();
  } finally {
    releaseRoom();
  }
}

/** Passes a message, batch or stream to the session specified in its headers. */
export async function handleInSession(
  context: HttpServerContext,
  exchange: HttpExchange,
  { body, requestIds }: { readonly body: unknown; readonly requestIds: readonly RequestId[] },
): Promise<void> {
  const { request, response } = exchange;
  if (request.headers['mcp-session-id'] === undefined)
    return rejectRequest(context, response, {
      status: 400,
      reason: 'session_missing',
      message: "The Mcp-Session-Id header is required; a session begins with 'initialize'",
    });
  const session = findSession(context, exchange);
  if (session === undefined)
    return rejectRequest(context, response, { status: 404, reason: 'session_unknown', message: 'Session not found' });
  // A call in flight may still need responses and notifications from the client.
  if (context.isDraining && requestIds.length > 0) return rejectWhileDraining(context, response);
  const { connection } = session;
  const taken = requestIds.find((requestId) => connection.has(requestId));
  if (taken !== undefined)
    return rejectRequest(context, response, {
      status: 400,
      reason: 'id_in_flight',
      message: `The id ${JSON.stringify(taken)} belongs to a request that is still in flight`,
    });
  const { maxPending, maxStreams } = context.limits;
  if (requestIds.length > 0 && connection.inFlight + requestIds.length > maxPending)
    return rejectRequest(context, response, {
      status: 429,
      reason: 'too_many_pending',
      message: `This session has ${connection.inFlight} requests in flight; ${maxPending} is the limit`,
    });
  if (request.method === 'GET' && session.streamCount >= maxStreams)
    return rejectRequest(context, response, {
      status: 429,
      reason: 'too_many_streams',
      message: `This session has ${maxStreams} streams open, which is the limit`,
    });
  // The end of a long call is considered use of the session.
  response.once('close', () => findSession(context, exchange));
  await session.handle({ request, response, body, requestIds });
}

/** Returns the session specified in the headers, if it exists on this server and belongs to the client. */
export function findSession({ sessions }: HttpServerContext, exchange: HttpExchange): HttpSession | undefined {
  const id = exchange.request.headers['mcp-session-id'];
  return typeof id === 'string' ? sessions.find(id, ownerOf(exchange)) : undefined;
}

function ownerOf({ subpath, principal }: HttpExchange): SessionOwner {
  return { path: subpath, principal };
}
