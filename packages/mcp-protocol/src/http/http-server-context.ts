import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Authenticate, AuthenticatedRequest, Principal } from './auth/authentication.ts';
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

/** What is served, and to whom. */
export interface HttpServerContext extends RefusalCounter {
  readonly factory: ServerFactory;
  readonly path: string;
  readonly rules: HostRules;
  readonly bearerToken: string | undefined;
  readonly authenticate: Authenticate | undefined;
  /** Served to anyone, without a check of the host. */
  readonly pages: (pathname: string) => HttpPage | undefined;
  /** Asked for under an allowed host only. */
  readonly protectedPages: ProtectedPages | undefined;
  /** Undefined where there are none. */
  readonly calls: HttpCalls | undefined;
  readonly limits: HttpLimits;
  readonly budgetOf: (principal: Principal | undefined) => EventBudget;
  readonly sessions: HttpSessions;
  /** Where requests without a session come in. */
  readonly statelessConnections: StatelessConnections;
  readonly connections: ConnectionPool;
  readonly createSessionId: () => string;
  /** Undefined where this server is the only one. */
  readonly relay: HttpRelay | undefined;
  /** The requests that others answer now. */
  readonly relayed: Set<Promise<void>>;
  /** Undefined where no credential can end. */
  readonly answers: OpenResponses | undefined;
  /** Set once no new work is taken. */
  isDraining: boolean;
}

/** How a request comes: from a client, or from another server that has judged where it may come from. */
export type RequestOrigin = 'direct' | 'relayed';

/** One HTTP request that was admitted: where it goes, and whose it is. */
export interface HttpExchange {
  readonly origin: RequestOrigin;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The request forgets it once its body is given up. */
  readonly socket: Socket;
  readonly subpath: string;
  readonly principal: Principal | undefined;
  readonly rights: string | undefined;
  /** Undefined where a body costs nothing. */
  readonly charge: AuthenticatedRequest['charge'];
}

/** One HTTP request, and how it comes. */
export interface ReceivedRequest {
  readonly origin: RequestOrigin;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}
