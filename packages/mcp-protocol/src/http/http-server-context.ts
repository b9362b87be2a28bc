import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Authenticate, AuthenticatedPrincipal, AuthenticatedRequest } from './auth/authentication.ts';
import type { OpenResponses } from './auth/credential-review.ts';
import type { HostRules } from './auth/host-check.ts';
import type { ConnectionPool } from './connection-pool.ts';
import type { HttpLimits } from './http-limits.ts';
import type { RefusalCounter } from './messages/reject-request.ts';
import type { HttpCalls } from './routes/http-calls.ts';
import type { HttpPage, ProtectedPages } from './routes/http-pages.ts';
import type { ServerFactory } from './server-factory.ts';
import type { HttpSessions } from './sessions/http-sessions.ts';
import type { HttpRelay } from './sessions/relay.ts';
import type { EventBudget } from './sessions/session-events.ts';
import type { StatelessConnections } from './stateless/stateless-connections.ts';

/** Configuration and state of an HTTP server, for its request handlers. */
export interface HttpServerContext extends RefusalCounter {
  readonly factory: ServerFactory;
  readonly path: string;
  readonly rules: HostRules;
  readonly bearerToken: string | undefined;
  readonly authenticate: Authenticate | undefined;
  /** Returns public pages, which are served under any host without a check. */
  readonly pages: (pathname: string) => HttpPage | undefined;
  /** Pages that are served only under an allowed host. */
  readonly protectedPages: ProtectedPages | undefined;
  /** Calls outside the protocol; undefined if there are none. */
  readonly calls: HttpCalls | undefined;
  readonly limits: HttpLimits;
  readonly budgetOf: (principal: AuthenticatedPrincipal | undefined) => EventBudget;
  readonly sessions: HttpSessions;
  /** Connections for requests without a session. */
  readonly statelessConnections: StatelessConnections;
  readonly connections: ConnectionPool;
  readonly createSessionId: () => string;
  /** Relay to other servers; undefined if this is the only server. */
  readonly relay: HttpRelay | undefined;
  /** Requests being answered by other servers. */
  readonly relayed: Set<Promise<void>>;
  /** Responses opened with credentials; undefined if credentials never expire. */
  readonly answers: OpenResponses | undefined;
  /** True once no new work is accepted. */
  isDraining: boolean;
}

/** The origin of a request: a client, or another server that has already checked the host and origin. */
export type RequestOrigin = 'direct' | 'relayed';

/** An authenticated HTTP request. */
export interface HttpExchange extends ReceivedRequest {
  /**
   * The socket, stored here because the request no longer refers to its socket once the request body has been
   * abandoned.
   */
  readonly socket: Socket;
  readonly subpath: string;
  readonly principal: AuthenticatedPrincipal | undefined;
  readonly rights: string | undefined;
  /** Charges the cost of request bodies; undefined if bodies cost nothing. */
  readonly charge: AuthenticatedRequest['charge'];
}

/** An HTTP request and its origin. */
export interface ReceivedRequest {
  readonly origin: RequestOrigin;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}
