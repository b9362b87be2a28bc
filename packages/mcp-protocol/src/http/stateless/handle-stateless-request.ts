import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { JsonRpcRequest } from '@modegate/json-rpc';
import { failureAnswer } from '../../json-rpc/read-message.ts';
import { readWireFailure, type WireError } from '../../json-rpc/wire-errors.ts';
import { readStatelessClient } from '../../stateless/read-stateless-client.ts';
import type { HttpRefusal } from '../auth/authentication.ts';
import type { HttpExchange, HttpServerContext } from '../http-server-context.ts';
import {
  notFound,
  rejectMessage,
  rejectOverQuota,
  rejectRequest,
  rejectWhileDraining,
} from '../messages/reject-request.ts';
import { tracedRequest } from '../messages/trace-headers.ts';
import type { FactoryResult } from '../server-factory.ts';
import { headerMismatch, versionMismatch } from './check-headers.ts';
import type { ConnectedChannel, StatelessConnection } from './stateless-connections.ts';

/**
 * Answers a request of revision 2026-07-28: each request is authenticated separately and shares no state with other
 * requests.
 */
export async function handleStatelessRequest(
  context: HttpServerContext,
  exchange: HttpExchange,
  message: JsonRpcRequest,
): Promise<void> {
  const { request, response, subpath: path, principal, rights } = exchange;
  if (context.isDraining) return rejectWhileDraining(context, response);
  if (!/^application\/json[\t ]*(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    return rejectRequest(context, response, {
      status: 415,
      reason: 'malformed',
      message: 'The Content-Type must be application/json',
    });
  const problem = problemOf(message, request.headers);
  if (problem !== undefined) return rejectMessage(context, response, failure(message, problem));
  const entry = context.statelessConnections.enter({ path, principal, rights });
  if (typeof entry === 'string') return rejectOverQuota(context, response, { reason: entry, principal });
  leaveOnceClosed(context, entry, response);
  const opened = await open(context, exchange, entry);
  if (opened === undefined) return;
  const { maxPending } = context.limits;
  if (message.method !== 'subscriptions/listen' && opened.connection.inFlight >= maxPending)
    return rejectRequest(context, response, {
      status: 429,
      reason: 'too_many_pending',
      message: `${maxPending} requests are in flight, which is the limit`,
    });
  const { headers } = request;
  opened.channel.deliver(tracedRequest(message, headers), { headers, response });
}

/** A version mismatch is reported first, even if the version is unsupported. */
function problemOf(message: JsonRpcRequest, headers: IncomingHttpHeaders): WireError | undefined {
  return versionMismatch(message, headers) ?? envelopeProblem(message) ?? headerMismatch(message, headers);
}

/** Returns the error in the request's own metadata; unlike later failures, this error is answered with 400. */
function envelopeProblem({ params }: JsonRpcRequest): WireError | undefined {
  try {
    readStatelessClient(params, ANY_SESSION);
    return undefined;
  } catch (error) {
    return error as WireError;
  }
}

const ANY_SESSION = {
  connectionId: '',
  isStateless: true,
  isShared: true,
  client: undefined,
  clientCapabilities: {},
  protocolVersion: undefined,
  logLevel: undefined,
  subscriptions: new Set<string>(),
};

function failure(message: JsonRpcRequest, problem: WireError) {
  const { name = 'INVALID_REQUEST', message: text = '', data = {} } = readWireFailure(problem) ?? {};
  return failureAnswer(message.id, { name, message: text, data });
}

function leaveOnceClosed(
  { statelessConnections }: HttpServerContext,
  entry: StatelessConnection,
  response: ServerResponse,
): void {
  if (response.closed) statelessConnections.leave(entry);
  else response.once('close', () => statelessConnections.leave(entry));
}

/**
 * Calls the factory for each request, because the factory's result may change; sends the refusal if the factory returns
 * one.
 */
async function open(
  context: HttpServerContext,
  { request, response, subpath, principal }: HttpExchange,
  entry: StatelessConnection,
): Promise<ConnectedChannel | undefined> {
  const server: FactoryResult = await context.factory({
    subpath,
    sessionId: entry.id,
    headers: request.headers,
    principal,
  });
  const isOpen = server !== undefined && !isRefusal(server);
  const opened = isOpen ? await context.statelessConnections.connect(entry, server) : undefined;
  if (opened !== undefined) return opened;
  if (server === undefined) rejectRequest(context, response, notFound(`below ${context.path} at ${subpath}`));
  else if (isRefusal(server)) rejectRequest(context, response, server);
  else {
    response.setHeader('Retry-After', '1');
    rejectRequest(context, response, {
      status: 503,
      reason: 'stopping',
      message: 'The server for this request has just ended. Try again',
    });
  }
  return undefined;
}

function isRefusal(server: Exclude<FactoryResult, undefined>): server is HttpRefusal {
  return 'kind' in server;
}
