/** Data for each {@link ServerConfigError} code. */
export interface ServerConfigErrorData {
  /** A configuration file that cannot be edited safely and is therefore not changed. */
  readonly CONFIG_INVALID: { readonly file: string; readonly line: number; readonly column: number };
  /** A client that is not in the table of clients' files. */
  readonly CLIENT_UNKNOWN: { readonly client: string; readonly known: readonly string[] };
  /** A scope that the client does not have. */
  readonly SCOPE_UNSUPPORTED: {
    readonly client: string;
    readonly scope: string;
    readonly supported: readonly string[];
  };
  /** A client's file whose location depends on a value that was not given, such as the home folder. */
  readonly PATH_UNKNOWN: { readonly client: string; readonly scope: string; readonly missing: string };
  /** A server name or command that cannot be written to a client's file. */
  readonly SERVER_INVALID: { readonly name: string; readonly reason: string };
  /** A client whose servers cannot be moved out of its file. */
  readonly ADOPT_UNSUPPORTED: { readonly client: string };
}

/** Code of a {@link ServerConfigError}. */
export type ServerConfigErrorCode = keyof ServerConfigErrorData;

/** The error class of server-config. Problems in a configuration are reported as values, never as errors. */
export class ServerConfigError<Code extends ServerConfigErrorCode = ServerConfigErrorCode> extends Error {
  readonly code: Code;
  readonly data: ServerConfigErrorData[Code];

  constructor(
    code: Code,
    message: string,
    details: { readonly data: ServerConfigErrorData[Code]; readonly cause?: unknown },
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ServerConfigError';
    this.code = code;
    this.data = details.data;
  }
}

/** Result of `act`, or undefined if it fails with a {@link ServerConfigError}. */
export function unlessRefused<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof ServerConfigError) return undefined;
    throw error;
  }
}
