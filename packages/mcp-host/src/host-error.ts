/** The data of each {@link HostError} code. */
export interface HostErrorData {
  /** A server could not be started or reached, or failed during `initialize`. */
  readonly UPSTREAM_START_FAILED: {
    /** The command, the URL without its query (which may contain a secret), or the server's name. */
    readonly target: string;
    readonly reason: string;
    /** The system's error code, for example `ENOENT`; undefined if the system reported none. */
    readonly systemCode: string | undefined;
    /** Status of the HTTP response; undefined if there was no response. */
    readonly httpStatus?: number | undefined;
    /** True if the link ended during the revision probe, so that a start without the probe may succeed. */
    readonly endedByProbe?: boolean | undefined;
  };
  /** The link to a server ended before or during a request. */
  readonly UPSTREAM_CLOSED: { readonly server: string | undefined; readonly reason: string };
  /** A server did not answer in time; `limit` specifies the limit that was exceeded. */
  readonly REQUEST_TIMEOUT: {
    readonly server: string | undefined;
    readonly method: string;
    readonly timeoutMs: number;
    readonly limit: 'idle' | 'total';
  };
  /** A server's response violates MCP. */
  readonly UPSTREAM_PROTOCOL: {
    readonly server: string | undefined;
    readonly reason: string;
    /** Status of the HTTP response; undefined if there was no response. */
    readonly httpStatus?: number | undefined;
  };
  /** A known server is not connected. */
  readonly SERVER_UNAVAILABLE: {
    readonly server: string;
    readonly status: string;
    readonly lastError: string | undefined;
    /** Time of the next attempt (epoch ms); undefined if none is planned. */
    readonly retryAt: number | undefined;
  };
  /**
   * A server requires a new login, because there is no existing login, the existing login has expired, or its scope is
   * too narrow.
   */
  readonly LOGIN_NEEDED: {
    readonly server: string;
    /** The requested scopes; undefined if the server specified none. */
    readonly scope: string | undefined;
    readonly httpStatus: 401 | 403;
  };
  /**
   * A login or token refresh failed because metadata was missing or wrong, or because the issuer refused the request or
   * did not answer.
   */
  readonly LOGIN_FAILED: { readonly server: string; readonly reason: string };
  /** A server is not configured. */
  readonly SERVER_UNKNOWN: { readonly server: string; readonly known: readonly string[] };
}

/** The code of a {@link HostError}. */
export type HostErrorCode = keyof HostErrorData;

/** The error class of mcp-host. */
export class HostError<Code extends HostErrorCode = HostErrorCode> extends Error {
  readonly code: Code;
  readonly data: HostErrorData[Code];

  constructor(code: Code, message: string, details: { readonly data: HostErrorData[Code]; readonly cause?: unknown }) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'HostError';
    this.code = code;
    this.data = details.data;
  }
}

/** True if a thrown value is a {@link HostError} with this code. */
export function hasCode<Code extends HostErrorCode>(thrown: unknown, code: Code): thrown is HostError<Code> {
  return thrown instanceof HostError && thrown.code === code;
}

/** Returns the message of any thrown value. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  if (typeof thrown === 'string') return thrown;
  return 'The thrown value is not an error.';
}
