import type { GatewayRefusal } from './decisions/gateway-decision.ts';

/** The data of a {@link GatewayError}, by its code. */
export interface GatewayErrorData {
  /** A request that the mode, the toolset or another state of the gateway refuses. */
  readonly REFUSED: {
    readonly refusal: GatewayRefusal;
    readonly subject: string;
    /** Undefined for one of the gateway's own tools. */
    readonly server: string | undefined;
    readonly mode: string | undefined;
  };
  /** A tool of that name is not known. */
  readonly TOOL_UNKNOWN: { readonly name: string; readonly nearest: string | undefined };
  /** The server of a tool is being started again. */
  readonly SERVER_RESTARTING: { readonly server: string; readonly retryAt: number | undefined };
  /** A file of the gateway that is there but cannot be read as text (rights, encoding, size, not a regular file). */
  readonly FILE_UNREADABLE: { readonly file: string; readonly reason: string };
  /** A file of the gateway that others kept locked for longer than this process waits; nothing was written. */
  readonly FILE_LOCKED: { readonly file: string; readonly lockFile: string; readonly waitedMs: number };
  /** A file of the gateway that could not be written; it still has its old content. */
  readonly FILE_WRITE_FAILED: { readonly file: string; readonly systemCode: string | undefined };
}

/** The code of a {@link GatewayError}. */
export type GatewayErrorCode = keyof GatewayErrorData;

/** The one error class of tool-gateway. Errors of upstreams pass through as they are. */
export class GatewayError<Code extends GatewayErrorCode = GatewayErrorCode> extends Error {
  readonly code: Code;
  readonly data: GatewayErrorData[Code];

  constructor(
    code: Code,
    message: string,
    details: { readonly data: GatewayErrorData[Code]; readonly cause?: unknown },
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'GatewayError';
    this.code = code;
    this.data = details.data;
  }
}
