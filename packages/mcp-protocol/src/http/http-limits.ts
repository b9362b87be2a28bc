/** Limits for an HTTP server, so that no client can fill the server's memory or lock out other clients. */
export interface HttpLimits {
  /** Maximum size of a request body. Default 4 MiB. */
  readonly maxBodyBytes: number;
  /**
   * Maximum total size of the headers of a request; a request with larger headers is answered with 431. Default 16 KiB.
   */
  readonly maxHeaderBytes: number;
  /** Time limit for receiving the headers of a request, and the first bytes on a new connection. Default 10 seconds. */
  readonly headersTimeoutMs: number;
  /** Time limit for receiving a request; a request that takes longer is answered with 408. Default 30 seconds. */
  readonly requestTimeoutMs: number;
  /** Time for which a connection may be idle between requests. Default 60 seconds. */
  readonly keepAliveMs: number;
  /**
   * Maximum number of connections without a principal. At the limit, the connection that has been idle the longest is
   * closed; if no connection is idle, the new connection is answered with 503. Default 1024.
   */
  readonly maxConnections: number;
  /**
   * Maximum number of sessions without a principal. At the limit, the session that has been unused the longest ends if
   * it has been unused for `sessionIdleMs`; otherwise, the response is 503. Default 1000.
   */
  readonly maxSessions: number;
  /**
   * Maximum number of principals with sessions or connections; requests from any further principal receive a 503
   * response. Default 64.
   */
  readonly maxPrincipals: number;
  /**
   * Maximum number of sessions per principal. At the limit, the principal's session that has been unused the longest
   * ends if it has been unused for `sessionIdleMs`; otherwise, the response is 429. Default 100.
   */
  readonly maxSessionsEach: number;
  /**
   * Maximum number of open connections per principal. At the limit, the principal's connection that has been idle the
   * longest is closed; if no connection is idle, the new connection is closed after its response. Default 128.
   */
  readonly maxConnectionsEach: number;
  /**
   * Time for which a session must have been unused, without requests or open streams, before another session may
   * replace it. Default 5 minutes.
   */
  readonly sessionIdleMs: number;
  /** Time for which an unused session is retained. Default one hour. */
  readonly sessionEndMs: number;
  /** Maximum number of unanswered requests per session; further requests are answered with 429. Default 256. */
  readonly maxPending: number;
  /**
   * Maximum number of streams opened by GET per session; further requests for streams are answered with 429. Default 8.
   */
  readonly maxStreams: number;
  /** Maximum number of unread bytes on a stream; beyond this number, the stream is closed. Default 4 MiB. */
  readonly maxUnsentBytes: number;
  /** Number of messages stored per session for a client that resumes a stream. Default 256; 0 stores no messages. */
  readonly maxEvents: number;
  /** Maximum total size of the messages stored per session. Default 1 MiB. */
  readonly maxEventBytes: number;
  /** Maximum total size of the messages stored per principal. Default 4 MiB. */
  readonly maxEventBytesEach: number;
  /** Maximum total size of the messages stored for all sessions without a principal. Default 64 MiB. */
  readonly maxAllEventBytes: number;
  /** Time allowed for calls in flight to finish once the server starts to shut down. Default 10 seconds. */
  readonly drainMs: number;
}

/** The default limits. */
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

/** Fills in defaults for limits that are absent or undefined. */
export function completeHttpLimits(given: Partial<HttpLimits>): HttpLimits {
  const names = Object.keys(DEFAULT_HTTP_LIMITS) as (keyof HttpLimits)[];
  return Object.fromEntries(
    names.map((name) => [name, given[name] ?? DEFAULT_HTTP_LIMITS[name]]),
  ) as unknown as HttpLimits;
}
