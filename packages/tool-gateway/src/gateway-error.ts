import type { GatewayRefusal } from './decisions/gateway-decision.ts';

/** Data for a {@link GatewayError}, by code. */
export interface GatewayErrorData {
  /** A request that was denied by the mode, the toolset or some other state of the gateway. */
  readonly REFUSED: {
    readonly refusal: GatewayRefusal;
    readonly subject: string;
    /** Undefined for one of the gateway's own tools. */
    readonly server: string | undefined;
    readonly mode: string | undefined;
  };
  /** The tool is unknown. */
  readonly TOOL_UNKNOWN: { readonly name: string; readonly nearest: string | undefined };
  /** The tool's server is restarting. */
  readonly SERVER_RESTARTING: { readonly server: string; readonly retryAt: number | undefined };
}

/** The code of a {@link GatewayError}. */
export type GatewayErrorCode = keyof GatewayErrorData;

/** The error class of tool-gateway. Errors from upstreams are passed on unchanged. */
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
