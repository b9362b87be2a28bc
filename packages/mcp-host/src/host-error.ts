/** What each {@link HostError} code carries. */
export interface HostErrorData {
  /** A configuration file that is there but could not be read (rights, encoding, size, not a regular file). */
  readonly CONFIG_UNREADABLE: { readonly file: string; readonly reason: string };
  /** A configuration file whose text cannot be edited safely, and is therefore left alone. */
  readonly CONFIG_INVALID: { readonly file: string; readonly line: number; readonly column: number };
  /** A configuration file that changed after the plan for it was made. */
  readonly CONFIG_CHANGED: { readonly file: string };
  /** A configuration file that could not be written; the old content still stands. */
  readonly CONFIG_WRITE_FAILED: { readonly file: string; readonly systemCode: string | undefined };
  /** A client that has no row in the table of client files. */
  readonly CLIENT_UNKNOWN: { readonly client: string; readonly known: readonly string[] };
  /** A scope that the client does not have. */
  readonly SCOPE_UNSUPPORTED: {
    readonly client: string;
    readonly scope: string;
    readonly supported: readonly string[];
  };
  /** A client's file whose place depends on something that was not given, such as the home folder. */
  readonly PATH_UNKNOWN: { readonly client: string; readonly scope: string; readonly missing: string };
  /** A server name or command that cannot be written to a client's file. */
  readonly SERVER_INVALID: { readonly name: string; readonly reason: string };
}

/** The code of a {@link HostError}. */
export type HostErrorCode = keyof HostErrorData;

/** The one error class of mcp-host. Problems found in a configuration are values, never errors. */
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
