import type { JsonObject } from '@modegate/json';
import type { RequestOptions } from '@modegate/json-rpc';

/** How long and how one request is waited for: `requestTimeoutMs` and one hour in all where it says nothing. Progress is a sign of life. */
export interface UpstreamRequestOptions extends RequestOptions {
  /** Takes the `params` of each progress notification, synchronously; a fresh token is put into `params._meta`. */
  readonly onProgress?: (params: JsonObject) => void;
  /** Answers what a modern server wants to know first. Default: none; a server that asks anyway fails the request. */
  readonly input?: RequestInput | undefined;
}

/** Answers what a modern server wants to know before it answers one request (MCP 2026-07-28, basic/patterns/mrtr). */
export interface RequestInput {
  /** What the server may ask: goes with the request as the client's capabilities. */
  readonly capabilities: JsonObject;
  /** Whether all questions of one result may be asked together, instead of one after the other. Default false. */
  readonly asksConcurrently?: boolean;
  /** Answers one question of the server, which calls it `key`; what it throws ends the request. */
  answer(method: string, params: JsonObject, context: AskedContext): Promise<JsonObject>;
  /** Called before the request goes out again, some time after it was allowed to go out first; what it throws ends the request. */
  recheck(): Promise<void>;
}

/** The question that is answered. */
export interface AskedContext {
  readonly signal: AbortSignal;
  /** The server's own name for it. */
  readonly key: string;
}

/** What only this folder says of a request. */
export interface SentRequestOptions extends UpstreamRequestOptions {
  /** Go with it over HTTP. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Told the id of the request before it is sent. */
  readonly onId?: ((id: number) => void) | undefined;
}

/**
 * Sends a request and resolves with its result, the very object that was parsed.
 *
 * @throws RpcError when the server answers with an error; HostError `REQUEST_TIMEOUT`, `UPSTREAM_CLOSED` or
 * `UPSTREAM_PROTOCOL`; the reason of `signal` when that was aborted.
 */
export type SendRequest = (
  method: string,
  params: JsonObject | undefined,
  options?: UpstreamRequestOptions,
) => Promise<JsonObject>;

/** Sends a request as it is, in either revision. */
export type SendRaw = (
  method: string,
  params: JsonObject | undefined,
  options?: SentRequestOptions,
) => Promise<JsonObject>;
