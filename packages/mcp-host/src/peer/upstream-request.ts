import type { JsonObject } from '@modegate/json';
import type { RequestOptions } from '@modegate/json-rpc';

/** Options of a request. Default limits: `requestTimeoutMs`, which restarts on progress, and one hour in total. */
export interface UpstreamRequestOptions extends RequestOptions {
  /** Receives the `params` of each progress notification synchronously; a fresh token is added to `params._meta`. */
  readonly onProgress?: (params: JsonObject) => void;
  /** Answers `input_required` results. By default, such a result makes the request fail. */
  readonly input?: RequestInput | undefined;
}

/** Answers a stateless server's questions about one request (MCP 2026-07-28, basic/patterns/mrtr). */
export interface RequestInput {
  /** The client capabilities sent with the request, which determine the kinds of input that the server may request. */
  readonly capabilities: JsonObject;
  /** True to ask all questions of one result concurrently instead of one by one. Default false. */
  readonly asksConcurrently?: boolean;
  /** Answers one question, which the server identifies by `key`; an error ends the request. */
  answer(method: string, params: JsonObject, context: AskedContext): Promise<JsonObject>;
  /**
   * Called before the request is repeated, because permission for it may have been given some time ago; an error ends
   * the request.
   */
  recheck(): Promise<void>;
}

/** The question being answered. */
export interface AskedContext {
  readonly signal: AbortSignal;
  /** The name by which the server identifies the question. */
  readonly key: string;
}

/** Request options used only within this folder. */
export interface SentRequestOptions extends UpstreamRequestOptions {
  /** HTTP headers of the request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called with the id of the request before it is sent. */
  readonly onId?: ((id: number) => void) | undefined;
}

/**
 * Sends a request and resolves with its result, which is the object that was parsed, not a copy.
 *
 * @throws RpcError if the server responds with an error; HostError `REQUEST_TIMEOUT`, `UPSTREAM_CLOSED` or
 * `UPSTREAM_PROTOCOL`; the reason of `signal` if it was aborted.
 */
export type SendRequest = (
  method: string,
  params: JsonObject | undefined,
  options?: UpstreamRequestOptions,
) => Promise<JsonObject>;

/** Sends a request unchanged, in either revision. */
export type SendRaw = (
  method: string,
  params: JsonObject | undefined,
  options?: SentRequestOptions,
) => Promise<JsonObject>;
