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
