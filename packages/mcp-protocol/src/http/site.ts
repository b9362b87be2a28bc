import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Authorise, HttpAdmission, Principal } from './admission.ts';
import type { ConnectionPool } from './connection-pool.ts';
import type { OpenAnswers } from './credential-review.ts';
import type { EventBudget } from './event-memory.ts';
import type { HostRules } from './host-check.ts';
import type { HttpCalls } from './http-calls.ts';
import type { HttpLimits } from './http-limits.ts';
import type { GuardedPages, HttpPage } from './http-pages.ts';
import type { HttpSessions } from './http-sessions.ts';
import type { RefusalCount } from './refuse.ts';
import type { HttpRelay } from './relay.ts';
import type { ServerFactory } from './server-factory.ts';
import type { Places } from './stateless/places.ts';

/** What is served, and to whom. */
export interface Site extends RefusalCount {
  readonly factory: ServerFactory;
  readonly path: string;
  readonly rules: HostRules;
  readonly bearerToken: string | undefined;
  readonly authorise: Authorise | undefined;
  /** Served to anyone, without a check of the host. */
  readonly pages: (pathname: string) => HttpPage | undefined;
  /** Asked for under an allowed host only. */
  readonly guardedPages: GuardedPages | undefined;
  /** Undefined where there are none. */
  readonly calls: HttpCalls | undefined;
  readonly limits: HttpLimits;
  readonly budgetOf: (principal: Principal | undefined) => EventBudget;
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

/** One HTTP request that was admitted: where it goes, and whose it is. */
export interface Exchange {
  readonly arrival: Arrival;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The request forgets it once its body is given up. */
  readonly socket: Socket;
  readonly subpath: string;
  readonly principal: Principal | undefined;
  readonly rights: string | undefined;
  /** Undefined where a body costs nothing. */
  readonly charge: HttpAdmission['charge'];
}

/** One HTTP request, and how it comes. */
export interface ArrivedRequest {
  readonly arrival: Arrival;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}
