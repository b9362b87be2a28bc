/** The data of each {@link HostError} code. */
export interface HostErrorData {
  /** A server that could not be started or reached, or that did not get through `initialize`. */
  readonly UPSTREAM_START_FAILED: {
    /** The command, the URL without its query (which may hold a secret), or the server's name. */
    readonly target: string;
    readonly reason: string;
    /** Such as `ENOENT`; undefined when the system reported none. */
    readonly systemCode: string | undefined;
    /** The status of the HTTP response that refused us; undefined when there was none. */
    readonly httpStatus?: number | undefined;
    /** Whether its link ended after it was asked which revision it speaks, so that a start without that question may work. */
    readonly endedByProbe?: boolean | undefined;
  };
  /** The link to a server ended while a request was waiting, or had ended before. */
  readonly UPSTREAM_CLOSED: { readonly server: string | undefined; readonly reason: string };
  /** A server that did not answer in time; `limit` says which of the two times ran out. */
  readonly REQUEST_TIMEOUT: {
    readonly server: string | undefined;
    readonly method: string;
    readonly timeoutMs: number;
    readonly limit: 'idle' | 'total';
  };
  /** A server that answered something which MCP does not allow. */
  readonly UPSTREAM_PROTOCOL: {
    readonly server: string | undefined;
    readonly reason: string;
    /** The status of the HTTP response that carried it; undefined when there was none. */
    readonly httpStatus?: number | undefined;
  };
  /** A server that is known but is not connected. */
  readonly SERVER_UNAVAILABLE: {
    readonly server: string;
    readonly status: string;
    readonly lastError: string | undefined;
    /** When it is tried again (epoch ms); undefined when it is not. */
    readonly retryAt: number | undefined;
  };
  /** A server that takes no request without another login: there is none, it has ended, or it covers too little. */
  readonly LOGIN_NEEDED: {
    readonly server: string;
    /** The scopes that the server asked for; undefined when it named none. */
    readonly scope: string | undefined;
    readonly httpStatus: 401 | 403;
  };
  /** A login or a fresh token that failed: metadata that is missing or wrong, or an issuer that refused or did not answer. */
  readonly LOGIN_FAILED: { readonly server: string; readonly reason: string };
  /** A server that no configuration names. */
  readonly SERVER_UNKNOWN: { readonly server: string; readonly known: readonly string[] };
}

/** The code of a {@link HostError}. */
export type HostErrorCode = keyof HostErrorData;

/** The one error class of mcp-host. */
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

/** Whether something thrown is a {@link HostError} of one code. */
export function hasCode<Code extends HostErrorCode>(thrown: unknown, code: Code): thrown is HostError<Code> {
  return thrown instanceof HostError && thrown.code === code;
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  if (typeof thrown === 'string') return thrown;
  return 'Something was thrown that is not an error.';
}
