import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
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

/** Options of {@link serveHttp}. */
export interface ServeHttpOptions extends Partial<HttpLimits> {
  /** Host to listen on. Default `127.0.0.1`. Addresses other than loopback addresses require `allowedHosts`. */
  readonly host?: string;
  /** Port to listen on. Default 0, which selects a free port. */
  readonly port?: number;
  /** Path of the endpoint. Default `/mcp`. A factory also serves paths below it. */
  readonly path?: string;
  /** Host names, or `name:port`, to which requests may be addressed. Default: the loopback names. */
  readonly allowedHosts?: readonly string[];
  /** Allowed browser origins. Default: origins whose host name is allowed. */
  readonly allowedOrigins?: readonly string[];
  /** Requires `Authorization: Bearer <token>` on every request. Default: none. */
  readonly bearerToken?: string;
  /**
   * Authenticates every request by its headers. A session belongs to the principal that opened it; for other
   * principals, it appears not to exist. Default: no authentication.
   */
  readonly authenticate?: Authenticate;
  /**
   * Called once a second to check the credentials: when a credential expires, its open streams end; when a credential
   * is revoked, its sessions also end. Default: credentials never expire.
   */
  readonly review?: ReviewCredentials;
  /** Public pages, such as metadata, served under any host. `/healthz` and `/readyz` are built in. */
  readonly pages?: (pathname: string) => HttpPage | undefined;
  /** Pages with restricted access, such as `/metrics`; served only under an allowed host. */
  readonly protectedPages?: ProtectedPages;
  /**
   * POST endpoints outside the protocol, for authenticated clients; served only under an allowed host. Default: none.
   */
  readonly calls?: HttpCalls;
  /** A socket that also accepts calls, without a credential but only from the user of this process. Default: none. */
  readonly callsSocket?: CallsSocket;
  /**
   * Called for each rejected request with a single word: an {@link HttpRefusalReason}, or the reason in an {@link
   * HttpRefusal}. Must not throw. Default: none.
   */
  readonly onRefused?: (reason: string) => void;
  /** Returns true if the server is ready, for `/readyz`. By default, the server is ready until it shuts down. */
  readonly isReady?: () => boolean;
  /** Relays requests for sessions on other servers. By default, such requests are answered with 404. */
  readonly relay?: HttpRelay;
  /**
   * Shuts down cleanly on SIGINT, SIGTERM and SIGHUP, or on the given signals, in the same way as `serveStdio`. Default
   * false.
   */
  readonly signals?: boolean | readonly EndSignal[];
  /** Returns the current time in epoch milliseconds. Default: `Date.now`. */
  readonly now?: () => number;
}

/** The reason why serving ended. */
export type HttpEnd = 'closed' | EndSignal;

/** A server being served over HTTP. */
export interface HttpServing {
  /** The endpoint for clients, such as `http://127.0.0.1:49152/mcp`. */
  readonly url: string;
  readonly port: number;
  readonly sessionCount: number;
  readonly connectionCount: number;
  /** Resolves to the reason once everything has ended. */
  readonly closed: Promise<HttpEnd>;
  /**
   * Answers a request relayed by another server. The caller must verify that the request was relayed: the client's
   * credential is checked here, but the host and origin are not.
   */
  answerRelayed(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /**
   * Rejects new calls (503), allows calls in flight to finish within `drainMs`, then ends all sessions and stops
   * listening.
   */
  close(): Promise<void>;
}

/**
 * Serves many clients over Streamable HTTP, each in the form that it requests: with its own session (MCP 2025-11-25,
 * transports) or without a session (2026-07-28). Stores messages, within limits, for clients that resume a stream with
 * `Last-Event-ID`.
 *
 * @throws {TypeError} if the host is not loopback and there are no `allowedHosts`; the system error if the port is not
 * available.
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
  http.listen(port, host);
  await once(http, 'listening');
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

/** Interval between credential reviews. */
const REVIEW_MS = 1_000;

function createLimitedServer({ maxHeaderBytes, headersTimeoutMs, requestTimeoutMs, keepAliveMs }: HttpLimits): Server {
  const http = createHttpServer({
    // If a request carried two credentials, Node would use the first, and an intermediary might use the second.
    joinDuplicateHeaders: true,
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveMs,
    // Interval at which Node checks the two timeouts.
    connectionsCheckingInterval: Math.min(headersTimeoutMs, requestTimeoutMs, 5_000),
  });
  // Node would omit headers beyond a certain number, and omitted headers cannot be checked. The total size of the
  // headers is limited instead.
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
    throw new TypeError(`Other machines can reach the server on ${host}; list the accepted host names in allowedHosts`);
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

/** Time for slow clients to receive the last bytes of responses. */
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
