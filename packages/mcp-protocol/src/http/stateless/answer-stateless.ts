import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { JsonRpcRequest } from '@modegate/json-rpc';
import { failureAnswer } from '../../json-rpc/read-message.ts';
import { readWireFailure, type WireError } from '../../json-rpc/wire-errors.ts';
import { readCaller } from '../../stateless/read-caller.ts';
import type { HttpRefusal, Principal } from '../admission.ts';
import {
  answerRefusal,
  nothingAt,
  type RefusalCount,
  refuse,
  refuseMessage,
  refuseShare,
  refuseWork,
} from '../refuse.ts';
import type { OpenedServer, ServerFactory } from '../server-factory.ts';
import { tracedRequest } from '../trace-headers.ts';
import { headerMismatch, versionMismatch } from './check-headers.ts';
import type { OpenedPlace, Place, Places } from './places.ts';

/** What serves requests without a session. */
export interface StatelessSite extends RefusalCount {
  readonly factory: ServerFactory;
  readonly path: string;
  readonly places: Places;
  readonly limits: { readonly maxPending: number };
  readonly isDraining: boolean;
}

/** One request from revision 2026-07-28 on. */
export interface StatelessExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly subpath: string;
  readonly principal: Principal | undefined;
  readonly rights: string | undefined;
}

/** Answers a request of revision 2026-07-28: each comes by itself, is admitted by itself, and finds nothing that another has left. */
export async function answerStateless(
  site: StatelessSite,
  exchange: StatelessExchange,
  message: JsonRpcRequest,
): Promise<void> {
  const { request, response, subpath: path, principal, rights } = exchange;
  if (site.isDraining) return refuseWork(site, response);
  if (!/^application\/json[\t ]*(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    return refuse(site, response, {
      status: 415,
      reason: 'malformed',
      message: 'The Content-Type must be application/json',
    });
  const problem = problemOf(message, request.headers);
  if (problem !== undefined) return refuseMessage(site, response, failure(message, problem));
  const place = site.places.enter({ path, principal, rights });
  if (typeof place === 'string') return refuseShare(site, response, { reason: place, principal });
  leaveOnceClosed(site, place, response);
  const opened = await open(site, exchange, place);
  if (opened === undefined) return;
  const { maxPending } = site.limits;
  if (message.method !== 'subscriptions/listen' && opened.connection.inFlight >= maxPending)
    return refuse(site, response, {
      status: 429,
      reason: 'too_many_pending',
      message: `${maxPending} requests are in flight here, which is the limit`,
    });
  const { headers } = request;
  opened.channel.deliver(tracedRequest(message, headers), { headers, response });
}

/** A version that differs in header and body is that, whether it is served or not. */
function problemOf(message: JsonRpcRequest, headers: IncomingHttpHeaders): WireError | undefined {
  return versionMismatch(message, headers) ?? envelopeProblem(message) ?? headerMismatch(message, headers);
}

/** Says what is wrong with what a request says of itself; 400 tells it from what fails later. */
function envelopeProblem({ params }: JsonRpcRequest): WireError | undefined {
  try {
    readCaller(params, ANY_SESSION);
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

function leaveOnceClosed({ places }: StatelessSite, place: Place, response: ServerResponse): void {
  if (response.closed) places.leave(place);
  else response.once('close', () => places.leave(place));
}

/** Asks for each request what it opens, since that may have changed; answers where it opens nothing. */
async function open(
  site: StatelessSite,
  { request, response, subpath, principal }: StatelessExchange,
  place: Place,
): Promise<OpenedPlace | undefined> {
  const server: OpenedServer = await site.factory({
    subpath,
    sessionId: place.id,
    headers: request.headers,
    principal,
  });
  const isOpen = server !== undefined && !isRefusal(server);
  const opened = isOpen ? await site.places.connect(place, server) : undefined;
  if (opened !== undefined) return opened;
  if (server === undefined) refuse(site, response, nothingAt(`below ${site.path} at ${subpath}`));
  else if (isRefusal(server)) answerRefusal(site, response, server);
  else {
    response.setHeader('Retry-After', '1');
    refuse(site, response, {
      status: 503,
      reason: 'stopping',
      message: 'The server for this request has just ended. Try again',
    });
  }
  return undefined;
}

function isRefusal(server: Exclude<OpenedServer, undefined>): server is HttpRefusal {
  return 'kind' in server;
}
