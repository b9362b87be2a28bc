import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitAtMost } from '@modegate/timing';
import type { ProtocolServer } from '../protocol-server.ts';
import { type EndSignal, onSignals } from '../signals.ts';
import type { Authenticate, ReviewCredentials } from './auth/authentication.ts';
import { createOpenResponses } from './auth/credential-review.ts';
import { isLoopbackHost, LOOPBACK_HOSTS } from './auth/host-check.ts';
import { createConnectionPool } from './connection-pool.ts';
import { handleHttpRequest } from './handle-http-request.ts';
import { completeHttpLimits, type HttpLimits } from './http-limits.ts';
import type { HttpServerContext } from './http-server-context.ts';
import { type CallsSocket, serveCallsSocket } from './routes/calls-socket.ts';
import type { HttpCalls } from './routes/http-calls.ts';
import type { HttpPage, ProtectedPages } from './routes/http-pages.ts';
import type { ServerFactory } from './server-factory.ts';
import { createHttpSessions } from './sessions/http-sessions.ts';
import type { HttpRelay } from './sessions/relay.ts';
import { createEventBudgets } from './sessions/session-events.ts';
import { createStatelessConnections } from './stateless/stateless-connections.ts';

/** How to serve over HTTP. */
export interface ServeHttpOptions extends Partial<HttpLimits> {
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
  /** Judges every request by its headers. A session belongs to the principal that opened it; to others it does not exist. Default: every request is admitted. */
  readonly authenticate?: Authenticate;
  /** Reports once a second the state of the credentials: those that are over end their open streams, revoked ones their sessions too. Default: none ever ends. */
  readonly review?: ReviewCredentials;
  /** Pages beside the protocol, such as metadata; served to everyone, whatever the host. `/healthz` and `/readyz` are there already. */
  readonly pages?: (pathname: string) => HttpPage | undefined;
  /** Pages for those who may see them, such as `/metrics`; only under an allowed host. */
  readonly protectedPages?: ProtectedPages;
  /** POSTs beside the protocol, of those who are admitted; only under an allowed host. Default: none. */
  readonly calls?: HttpCalls;
  /** Where calls are answered besides, without a credential, for the user of this process. Default: nowhere. */
  readonly callsSocket?: CallsSocket;
  /** Called for each refused request with one word: a {@link HttpRefusalReason}, or the reason of an {@link HttpRefusal}. Must not throw. Default: none. */
  readonly onRefused?: (reason: string) => void;
  /** Whether the server can do its work now, for `/readyz`. Default: always, until it closes. */
  readonly isReady?: () => boolean;
  /** How requests of sessions that another server has are handed on. Default: they are answered 404. */
  readonly relay?: HttpRelay;
  /** Close in good order on SIGINT, SIGTERM and SIGHUP, or on those that are listed, as `serveStdio` does. Default false. */
  readonly signals?: boolean | readonly EndSignal[];
  /** Epoch milliseconds. Default `Date.now`. */
  readonly now?: () => number;
}

/** Why serving ended. */
export type HttpEnd = 'closed' | EndSignal;

/** A server being served over HTTP. */
export interface HttpServing {
  /** Where clients connect, such as `http://127.0.0.1:49152/mcp`. */
  readonly url: string;
  readonly port: number;
  readonly sessionCount: number;
  readonly connectionCount: number;
  /** Resolves with the reason once everything has ended. */
  readonly closed: Promise<HttpEnd>;
  /**
   * Answers a request that another server has relayed. The caller has made sure that it comes from one: no host and no origin is looked at, the
   * credential of the client is.
   */
  answerRelayed(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Takes no new calls (503), lets those in flight finish within `drainMs`, then ends all sessions and stops listening. */
  close(): Promise<void>;
}

/**
 * Serves many clients over Streamable HTTP: one session each (MCP 2025-11-25, transports), or without one (2026-07-28), as they ask. Messages are kept for a client that
 * comes back to a stream with `Last-Event-ID`, within bounds.
 *
 * @throws {TypeError} when the host is not loopback and no `allowedHosts` are given; the error of the system when the port is not available.
 */
export async function serveHttp(
  server: ProtocolServer | ServerFactory,
  options: ServeHttpOptions = {},
): Promise<HttpServing> {
  const { host = '127.0.0.1', port = 0, path = '/mcp' } = options;
  const limits = completeHttpLimits(options);
  const http = createLimitedServer(limits);
  const context = createContext(server, { ...options, host, path }, { http, limits });
  http.on('request', (request, response) => void handleHttpRequest(context, { origin: 'direct', request, response }));
  await listen(http, host, port);
  const beside = options.callsSocket && createLimitedServer(limits);
  if (beside !== undefined && options.callsSocket !== undefined)
    await serveCallsSocket(beside, context, options.callsSocket).catch((error: unknown) => {
      http.close();
      throw error;
    });
  const sweep = (): void => {
    context.sessions.endIdle();
    context.statelessConnections.endIdle();
  };
  const sweeper = setInterval(sweep, Math.min(limits.sessionEndMs, 60_000));
  sweeper.unref();
  const reviewer = setInterval(() => void context.answers?.review(), REVIEW_MS);
  reviewer.unref();
  const ending = Promise.withResolvers<HttpEnd>();
  const { signals = false } = options;
  const unlisten = signals === false ? () => undefined : onSignals(ending.resolve, signals);
  const closed = ending.promise.then(async (reason) => {
    beside?.close();
    beside?.closeAllConnections();
    await drain(context, http, limits.drainMs);
    clearInterval(sweeper);
    clearInterval(reviewer);
    unlisten();
    return reason;
  });
  const bound = (http.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}${path}`,
    port: bound,
    get sessionCount() {
      return context.sessions.size;
    },
    get connectionCount() {
      return context.connections.size;
    },
    closed,
    answerRelayed: (request, response) => handleHttpRequest(context, { origin: 'relayed', request, response }),
    close: async () => {
      ending.resolve('closed');
      await closed;
    },
  };
}

/** How often it is looked at whether credentials still hold. */
const REVIEW_MS = 1_000;

function createLimitedServer({ maxHeaderBytes, headersTimeoutMs, requestTimeoutMs, keepAliveMs }: HttpLimits): Server {
  const http = createHttpServer({
    // Of two credentials Node would keep the first, and another part on the way the second.
    joinDuplicateHeaders: true,
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveMs,
    // How often the two time-outs are looked at.
    connectionsCheckingInterval: Math.min(headersTimeoutMs, requestTimeoutMs, 5_000),
  });
  // Node would leave out what exceeds a number of headers; what is not seen cannot be judged. Their bytes are bounded.
  http.maxHeadersCount = 0;
  return http;
}

function createContext(
  server: ProtocolServer | ServerFactory,
  options: ServeHttpOptions & { readonly host: string; readonly path: string },
  { http, limits }: { readonly http: Server; readonly limits: HttpLimits },
): HttpServerContext {
  const { host, path, allowedHosts, allowedOrigins = [], bearerToken, authenticate, isReady = () => true } = options;
  if (!isLoopbackHost(host) && allowedHosts === undefined) {
    throw new TypeError(
      `Serving on ${host} reaches beyond this machine; list in allowedHosts the names that requests may be addressed to`,
    );
  }
  const pages = (pathname: string): HttpPage | undefined => {
    if (pathname === '/healthz') return textPage(200, 'ok');
    if (pathname === '/readyz')
      return context.isDraining || !isReady() ? textPage(503, 'not ready') : textPage(200, 'ready');
    return options.pages?.(pathname);
  };
  const { onRefused: refused = () => undefined } = options;
  const sessions = createHttpSessions({ ...limits, now: options.now ?? Date.now });
  const statelessConnections = createStatelessConnections({ ...limits, now: options.now ?? Date.now });
  const context: HttpServerContext = {
    factory: typeof server === 'function' ? server : ({ subpath }) => (subpath === '' ? server : undefined),
    path,
    rules: { allowedHosts: allowedHosts ?? LOOPBACK_HOSTS, allowedOrigins },
    bearerToken,
    authenticate,
    pages,
    protectedPages: options.protectedPages,
    calls: options.calls,
    limits,
    budgetOf: createEventBudgets(limits),
    sessions,
    statelessConnections,
    connections: createConnectionPool(http, limits, () => refused('too_many_connections')),
    refused,
    answers:
      options.review === undefined ? undefined : createOpenResponses(options.review, [sessions, statelessConnections]),
    createSessionId: options.relay?.createSessionId ?? randomUUID,
    relay: options.relay,
    relayed: new Set(),
    isDraining: false,
  };
  return context;
}

function textPage(status: number, text: string): HttpPage {
  return { status, contentType: 'text/plain; charset=utf-8', body: `${text}\n` };
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

/** For the last bytes of answers to clients that read slowly. */
const FLUSH_MS = 1_000;

async function drain(context: HttpServerContext, http: Server, drainMs: number): Promise<void> {
  context.isDraining = true;
  const idle = Promise.all([context.sessions.idle(), context.statelessConnections.idle(), ...context.relayed]);
  await waitAtMost(idle, { limitMs: drainMs });
  await Promise.all([context.sessions.closeAll(), context.statelessConnections.closeAll()]);
  const gone = new Promise<void>((resolve) => http.close(() => resolve()));
  http.closeIdleConnections();
  await waitAtMost(gone, { limitMs: FLUSH_MS });
  http.closeAllConnections();
  await gone;
}
