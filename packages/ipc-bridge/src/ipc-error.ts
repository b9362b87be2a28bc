/** Data carried by an {@link IpcError}, by error code; contains no secrets. */
export interface IpcErrorData {
  /** A command was given before an agent introduced itself; `status` is the client's status. Nothing was sent. */
  readonly NOT_CONNECTED: { readonly status: string };
  /** The connection could not be established; `systemCode` is the operating system's code, such as `ENOENT`. */
  readonly CONNECT_FAILED: { readonly address: string | undefined; readonly systemCode: string | undefined };
  /** The connection was established, but the other end did not introduce itself in time. */
  readonly ACK_TIMEOUT: { readonly timeoutMs: number };
  /** A command was sent, but nothing confirmed its execution; it may have been executed. */
  readonly COMMAND_TIMEOUT: { readonly command: string; readonly requestId: string; readonly timeoutMs: number };
  /** The agent answered with an error; `reason` is its text, shortened. */
  readonly COMMAND_FAILED: { readonly command: string; readonly requestId: string; readonly reason: string };
  /** The data of a command does not match the dialect; `field` is a path within the data. Nothing was sent. */
  readonly COMMAND_INVALID: { readonly command: string; readonly field: string };
  /** The dialect of the connected agent does not support the command. Nothing was sent. */
  readonly COMMAND_UNSUPPORTED: {
    readonly command: string;
    readonly dialect: string;
    readonly dialects: readonly string[];
  };
  /** The connection ended; a command without a reply may have been executed. */
  readonly DISCONNECTED: { readonly command: string | undefined; readonly requestId: string | undefined };
  /** The text is not an address, or the address is not usable on this system. */
  readonly ADDRESS_INVALID: { readonly address: string; readonly reason: string };
  /** Another server is listening at the address, or the file there is not a socket. The file was left unchanged. */
  readonly ADDRESS_IN_USE: { readonly address: string };
  /** A message was larger than the maximum frame size. Nothing was sent. */
  readonly FRAME_TOO_LARGE: { readonly bytes: number; readonly maxBytes: number };
  /** The client or the server was closed by its owner. */
  readonly CLOSED: { readonly what: 'client' | 'server' };
}

/** All error codes of this package. */
export type IpcErrorCode = keyof IpcErrorData;

/** Every {@link IpcError} as a union that narrows on `code`. */
export type AnyIpcError = { [C in IpcErrorCode]: IpcError<C> }[IpcErrorCode];

/** The error class of this package, with `data` typed by `code`. */
export class IpcError<C extends IpcErrorCode = IpcErrorCode> extends Error {
  override readonly name = 'IpcError';
  readonly code: C;
  readonly data: IpcErrorData[C];

  constructor(code: C, message: string, details: { readonly data: IpcErrorData[C]; readonly cause?: unknown }) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.data = details.data;
  }
}

/**
 * True if a value is an error of this package and, if a code is given, has that code. Compares `name` and `code` rather
 * than the class, so that several copies of the package work together.
 */
export function isIpcError<C extends IpcErrorCode = IpcErrorCode>(value: unknown, code?: C): value is IpcError<C> {
  if (!(value instanceof Error) || value.name !== 'IpcError' || !('code' in value)) return false;
  return code === undefined || value.code === code;
}
