import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { takesBatches } from '../connection/batch.ts';
import { checkMessage, failureAnswer } from '../json-rpc/check-message.ts';
import type { JsonRpcFailure, JsonRpcRequest, RequestId } from '../json-rpc/messages.ts';
import { parseMessage } from '../json-rpc/parse-message.ts';
import { initializeProblem } from '../requests/session-requests.ts';
import type { ProtocolServer } from '../server.ts';
import { type HostRules, hostProblem, LOOPBACK_HOSTS } from './host-check.ts';
import { type HttpSession, openHttpSession } from './http-session.ts';
import { createHttpSessions, type HttpSessions } from './http-sessions.ts';
import { readBody } from './read-body.ts';

/** The request that opens a session. */
export interface HttpSessionRequest {
  /** The path after the base path, such as `/code` of `/mcp/code`; empty for the base path itself. */
  readonly subpath: string;
  readonly sessionId: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Gives the server of a new session; undefined answers 404. One server may serve many sessions. */
export type ServerFactory = (
  request: HttpSessionRequest,
) => ProtocolServer | undefined | Promise<ProtocolServer | undefined>;

/** How to serve over HTTP. */
export interface ServeHttpOptions {
  /** Default `127.0.0.1`. Anything beyond loopback needs `allowedHosts`. */
  readonly host?: string;
  /** Default 0, which takes a free port. */
  readonly port?: number;
  /** Default `/mcp`. A factory also serves what is below it. */
  readonly path?: string;
  /** Host names, or `name:port`, that requests may be addressed to. Default: the names of loopback. */
  readonly allowedHosts?: readonly string[];
  /** Origins that browsers may send. Default: those whose host name is an allowed host. */
  readonly allowedOrigins?: readonly string[];
  /** Demands `Authorization: Bearer <token>` on every request. Default: none. */
  readonly bearerToken?: string;
  /** Default 4 MiB. */
  readonly maxBodyBytes?: number;
  /** Default 64; a new session beyond it replaces an idle one or is answered 503. */
  readonly maxSessions?: number;
  /** How long a session must be unused before it may be replaced. Default 5 minutes. */
  readonly sessionIdleMs?: number;
  /** Epoch milliseconds. Default `Date.now`. */
  readonly now?: () => number;
}

/** A server being served over HTTP. */
export interface HttpServing {
  /** Where clients connect, such as `http://127.0.0.1:49152/mcp`. */
  readonly url: string;
  readonly port: number;
  readonly sessionCount: number;
  /** Ends all sessions and stops listening. */
  close(): Promise<void>;
}

interface Site {
  readonly factory: ServerFactory;
  readonly path: string;
  readonly rules: HostRules;
  readonly bearerToken: string | undefined;
  readonly maxBodyBytes: number;
  readonly sessions: HttpSessions;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly subpath: string;
}

/**
 * Serves many clients over Streamable HTTP, one session each (MCP 2025-11-25, transports).
 *
 * @throws {TypeError} when the host is not loopback and no `allowedHosts` are given.
 */
export async function serveHttp(
  server: ProtocolServer | ServerFactory,
  options: ServeHttpOptions = {},
): Promise<HttpServing> {
  const { host = '127.0.0.1', port = 0, path = '/mcp' } = options;
  const site = createSite(server, { ...options, host, path });
  const http = createHttpServer((request, response) => void answer(site, request, response));
  await listen(http, host, port);
  const bound = (http.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}${path}`,
    port: bound,
    get sessionCount() {
      return site.sessions.size;
    },
    close: async () => {
      await site.sessions.closeAll();
      await new Promise((resolve) => {
        http.close(resolve);
        http.closeAllConnections();
      });
    },
  };
}

function createSite(
  server: ProtocolServer | ServerFactory,
  options: ServeHttpOptions & { readonly host: string; readonly path: string },
): Site {
  const { host, path, allowedHosts, allowedOrigins = [], bearerToken } = options;
  const isLoopback = ['127.0.0.1', 'localhost', '::1'].includes(host);
  if (!isLoopback && allowedHosts === undefined) {
    throw new TypeError(
      `Serving on ${host} reaches beyond this machine; say in allowedHosts which names requests may be addressed to`,
    );
  }
  return {
    factory: typeof server === 'function' ? server : ({ subpath }) => (subpath === '' ? server : undefined),
    path,
    rules: { allowedHosts: allowedHosts ?? LOOPBACK_HOSTS, allowedOrigins },
    bearerToken,
    maxBodyBytes: options.maxBodyBytes ?? 4 * 1024 * 1024,
    sessions: createHttpSessions({
      maxSessions: options.maxSessions ?? 64,
      sessionIdleMs: options.sessionIdleMs ?? 5 * 60_000,
      now: options.now ?? Date.now,
    }),
  };
}

async function answer(site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await route(site, request, response);
  } catch {
    if (!response.headersSent) refuse(response, 500, 'Internal error');
    else response.destroy();
  }
}

async function route(site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const problem = hostProblem(request.headers, site.rules);
  if (problem !== undefined) return refuse(response, 403, problem);
  if (!isAuthorized(request, site.bearerToken)) {
    response.setHeader('WWW-Authenticate', 'Bearer');
    return refuse(response, 401, 'A bearer token is required');
  }
  const [pathname = '/'] = (request.url ?? '/').split('?');
  if (pathname !== site.path && !pathname.startsWith(`${site.path}/`))
    return refuse(response, 404, `Nothing is served at ${pathname.slice(0, 100)}`);
  const exchange = { request, response, subpath: pathname.slice(site.path.length) };
  if (request.method === 'POST') return post(site, exchange);
  if (request.method === 'GET' || request.method === 'DELETE') return toSession(site, exchange, undefined);
  response.setHeader('Allow', 'GET, POST, DELETE');
  return refuse(response, 405, `Method ${request.method ?? ''} is not allowed`);
}

async function post(site: Site, exchange: Exchange): Promise<void> {
  const { request, response } = exchange;
  const body = await readBody(request, site.maxBodyBytes);
  if (body.kind === 'aborted') return void response.destroy();
  if (body.kind === 'too-large') {
    // What is left of the body is not worth reading.
    response.setHeader('Connection', 'close');
    return refuse(response, 413, `The body is above the limit of ${site.maxBodyBytes} bytes`);
  }
  const parsed = parseMessage(body.kind === 'text' ? body.text : '');
  if (parsed.kind === 'invalid') return reply(response, 400, parsed.answer);
  if (Array.isArray(parsed.value) && takesBatches(sessionOf(site, exchange)?.protocolVersion))
    return postBatch(site, exchange, parsed.value);
  const checked = checkMessage(parsed.value);
  if (checked.kind === 'invalid') return reply(response, 400, checked.answer);
  const isRequest = checked.kind === 'request';
  if (isRequest && checked.message.method === 'initialize' && request.headers['mcp-session-id'] === undefined) {
    return openSession(site, exchange, checked.message);
  }
  // Notifications and responses are handed on as they came; the connection ignores what it has no use for.
  return toSession(site, exchange, isRequest || checked.kind === 'notification' ? checked.message : parsed.value);
}

// The SDK's transport takes a batch apart, answers each request in an event of its own, and knows how many there may be.
async function postBatch(site: Site, exchange: Exchange, values: readonly unknown[]): Promise<void> {
  if (values.length === 0) return refuse(exchange.response, 400, 'A batch must not be empty');
  for (const value of values) {
    const checked = checkMessage(value);
    if (checked.kind === 'invalid') return reply(exchange.response, 400, checked.answer);
  }
  return toSession(site, exchange, values);
}

async function openSession(site: Site, exchange: Exchange, message: JsonRpcRequest): Promise<void> {
  const { request, response, subpath } = exchange;
  const problem = initializeProblem(message.params ?? {});
  if (problem !== undefined)
    return reply(response, 400, failureAnswer(message.id, { name: 'INVALID_PARAMS', message: problem.message }));
  const sessionId = randomUUID();
  const server = await site.factory({ subpath, sessionId, headers: request.headers });
  if (server === undefined)
    return refuse(response, 404, `Nothing is served below ${site.path} at ${subpath.slice(0, 100)}`);
  if (!site.sessions.makeRoom()) return refuse(response, 503, 'Too many sessions');
  const session = await openHttpSession(server, sessionId);
  site.sessions.add(session, subpath);
  await session.handle(request, response, message);
  if (!session.started) await session.connection.close();
}

async function toSession(site: Site, exchange: Exchange, body: unknown): Promise<void> {
  const { request, response, subpath } = exchange;
  const id = request.headers['mcp-session-id'];
  if (typeof id !== 'string')
    return refuse(response, 400, "The Mcp-Session-Id header is required; a session begins with 'initialize'");
  const session = site.sessions.find(id, subpath);
  if (session === undefined) return refuse(response, 404, 'Session not found');
  const taken = requestIdsOf(body).find((requestId) => session.connection.has(requestId));
  if (taken !== undefined)
    return refuse(response, 400, `The id ${JSON.stringify(taken)} belongs to a request that is still in flight`);
  await session.handle(request, response, body);
}

function sessionOf({ sessions }: Site, { request, subpath }: Exchange): HttpSession | undefined {
  const id = request.headers['mcp-session-id'];
  return typeof id === 'string' ? sessions.find(id, subpath) : undefined;
}

function requestIdsOf(body: unknown): readonly RequestId[] {
  return [body].flat().flatMap((value) => {
    const checked = checkMessage(value);
    return checked.kind === 'request' ? [checked.message.id] : [];
  });
}

function refuse(response: ServerResponse, status: number, message: string): void {
  reply(response, status, failureAnswer(null, { name: 'INVALID_REQUEST', message: `${message}.` }));
}

function reply(response: ServerResponse, status: number, body: JsonRpcFailure): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function isAuthorized(request: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return true;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`));
}

function listen(http: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, host, () => {
      http.off('error', reject);
      resolve();
    });
  });
}
