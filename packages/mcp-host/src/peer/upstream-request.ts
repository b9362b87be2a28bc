import type { JsonObject } from '@modegate/json';

/** How long and how one request is waited for. */
export interface UpstreamRequestOptions {
  /** Aborting it tells the server and rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** How long without an answer or progress; each progress notification restarts it. Default: `requestTimeoutMs`. */
  readonly timeoutMs?: number;
  /** How long in all, whatever progress comes. Default one hour. */
  readonly maxTotalMs?: number;
  /** Takes the `params` of each progress notification, synchronously; a fresh token is put into `params._meta`. */
  readonly onProgress?: (params: JsonObject) => void;
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
