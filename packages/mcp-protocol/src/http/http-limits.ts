/** How much an HTTP server takes on, so that no client can fill its memory or keep others out. */
export interface HttpLimits {
  /** The longest body of a request. Default 4 MiB. */
  readonly maxBodyBytes: number;
  /** The longest headers of a request, all together; more is answered 431. Default 16 KiB. */
  readonly maxHeaderBytes: number;
  /** How long the headers of a request may take to arrive, and how long a new connection may say nothing. Default 10 seconds. */
  readonly headersTimeoutMs: number;
  /** How long a whole request may take to arrive; later it is answered 408. Default 30 seconds. */
  readonly requestTimeoutMs: number;
  /** How long a connection may be idle between two requests. Default 60 seconds. */
  readonly keepAliveMs: number;
  /** Connections at a time that belong to no principal, or to none yet. One more ends the one that has been idle for longest; where none is idle it is answered 503. Default 1024. */
  readonly maxConnections: number;
  /** Sessions at a time that belong to no principal. One more ends the one unused for longest, if `sessionIdleMs` have passed, and is answered 503 otherwise. Default 1000. */
  readonly maxSessions: number;
  /** Principals that may have sessions at a time, and connections; one more is answered 503. Default 64. */
  readonly maxPrincipals: number;
  /** Sessions of one principal at a time. One more ends its own that was unused for longest, as above, and is answered 429 otherwise. Default 100. */
  readonly maxSessionsEach: number;
  /** Connections of one principal that are kept open. One more ends its own that has been idle for longest, or itself after its answer. Default 128. */
  readonly maxConnectionsEach: number;
  /** How long a session must be unused, with no request in flight and no open stream, before another may take its place. Default 5 minutes. */
  readonly sessionIdleMs: number;
  /** How long such a session is kept. Default one hour. */
  readonly sessionEndMs: number;
  /** Requests of one session that are not answered yet; more are answered 429. Default 256. */
  readonly maxPending: number;
  /** Streams that one session may hold open by GET; more are answered 429. Default 8. */
  readonly maxStreams: number;
  /** Bytes sent to a stream whose client does not read, before it is closed. Default 4 MiB. */
  readonly maxUnsentBytes: number;
  /** Messages of one session that are kept for a client that comes back to a stream. Default 256; 0 keeps none. */
  readonly maxEvents: number;
  /** Bytes of them in one session. Default 1 MiB. */
  readonly maxEventBytes: number;
  /** Bytes of them in all sessions of one principal. Default 4 MiB. */
  readonly maxEventBytesEach: number;
  /** Bytes of them in all sessions that belong to no principal. Default 64 MiB. */
  readonly maxAllEventBytes: number;
  /** How long calls in flight may go on once the server closes. Default 10 seconds. */
  readonly drainMs: number;
}

/** What holds where an option says nothing. */
export const DEFAULT_HTTP_LIMITS: HttpLimits = {
  maxBodyBytes: 4 * 1024 * 1024,
  maxHeaderBytes: 16 * 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveMs: 60_000,
  maxConnections: 1_024,
  maxSessions: 1_000,
  maxPrincipals: 64,
  maxSessionsEach: 100,
  maxConnectionsEach: 128,
  sessionIdleMs: 5 * 60_000,
  sessionEndMs: 60 * 60_000,
  maxPending: 256,
  maxStreams: 8,
  maxUnsentBytes: 4 * 1024 * 1024,
  maxEvents: 256,
  maxEventBytes: 1024 * 1024,
  maxEventBytesEach: 4 * 1024 * 1024,
  maxAllEventBytes: 64 * 1024 * 1024,
  drainMs: 10_000,
};

/** The given limits, and the defaults for those that are absent or undefined. */
export function completeHttpLimits(given: Partial<HttpLimits>): HttpLimits {
  const names = Object.keys(DEFAULT_HTTP_LIMITS) as (keyof HttpLimits)[];
  return Object.fromEntries(
    names.map((name) => [name, given[name] ?? DEFAULT_HTTP_LIMITS[name]]),
  ) as unknown as HttpLimits;
}
