import type { JsonObject } from './json-object.ts';

/** One request of a client, as the gateway needs to know it; the request context of mcp-protocol is one. */
export interface CallContext {
  readonly connectionId: string;
  /** What the client said it can do. */
  readonly clientCapabilities: JsonObject;
  /** The request's params as they came. */
  readonly params: JsonObject;
  /** The request's `_meta`; empty when it had none. */
  readonly meta: JsonObject;
  /** Aborted when the client takes the request back or goes away. */
  readonly signal: AbortSignal;
  /** Passes a step of the call on, if the client asked for progress. Never throws. */
  readonly progress: (progress: CallProgress) => Promise<void>;
  /** Asks the client something on behalf of the request; aborting the signal takes the question back. */
  readonly request: (
    method: string,
    params?: JsonObject,
    options?: { readonly timeoutMs?: number; readonly signal?: AbortSignal },
  ) => Promise<JsonObject>;
}

/** A step of a long call (MCP 2025-11-25, progress), with whatever else the upstream said of it. */
export interface CallProgress {
  readonly progress: number;
  readonly [member: string]: unknown;
}
