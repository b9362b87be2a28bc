import type { JsonObject } from '@modegate/json';
import { RPC_ERROR_CODES, RpcError } from '@modegate/json-rpc';
import { messageOf } from '../host-error.ts';
import { withRequestMeta } from '../revisions/request-meta.ts';
import { DEFAULT_BACKOFF, retryDelayMs } from '../timing/retry-delay.ts';
import type { TimeSource } from '../timing/time-source.ts';
import type { SendRaw } from './upstream-request.ts';

/** A `subscriptions/listen` request (MCP 2026-07-28, basic/patterns/subscriptions), reopened whenever it ends. */
export type SubscriptionStream = ReturnType<typeof openSubscriptionStream>;

/** Options of {@link openSubscriptionStream}. */
export interface SubscriptionStreamOptions extends Pick<TimeSource, 'now' | 'schedule' | 'random'> {
  readonly send: SendRaw;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** The requested notifications. */
  readonly notifications: JsonObject;
  /** Called when the server has agreed, either for the first time or again after a gap without notifications. */
  readonly onAgreed: (isAgain: boolean) => void;
  /**
   * Called if the stream will not be reopened: the server does not support the stream, or agreed to no notifications.
   */
  readonly onRejected: (reason: string) => void;
}

/** Errors after which the stream is not reopened. */
const GIVEN_UP: ReadonlySet<number> = new Set([RPC_ERROR_CODES.METHOD_NOT_FOUND, RPC_ERROR_CODES.INVALID_PARAMS]);

/** Opens a stream in the next microtask. */
export function openSubscriptionStream(options: SubscriptionStreamOptions) {
  const stopping = new AbortController();
  let id: number | undefined;
  let agreed: JsonObject | undefined;
  let isAgain = false;
  let failures = 0;
  let cancelRetry = () => {};
  const open = (): void => {
    if (stopping.signal.aborted) return;
    const openedAt = options.now();
    const params = withRequestMeta(
      { notifications: options.notifications },
      { clientInfo: options.clientInfo, capabilities: {} },
    );
    const forever = { timeoutMs: Number.POSITIVE_INFINITY, maxTotalMs: Number.POSITIVE_INFINITY };
    const onId = (given: number): void => {
      id = given;
    };
    options.send('subscriptions/listen', params, { ...forever, signal: stopping.signal, onId }).then(
      () => over(undefined, openedAt),
      (error: unknown) => over(error, openedAt),
    );
  };
  const over = (error: unknown, openedAt: number): void => {
    const told = agreed;
    [id, agreed] = [undefined, undefined];
    if (stopping.signal.aborted) return;
    const reason = whyGivenUp(error, told);
    if (reason !== undefined) {
      options.onRejected(reason);
      return;
    }
    failures = options.now() - openedAt >= DEFAULT_BACKOFF.resetAfterMs ? 1 : failures + 1;
    const delayMs = retryDelayMs(DEFAULT_BACKOFF, { failures, permanent: false, random: options.random() });
    cancelRetry = options.schedule(open, delayMs);
  };
  // Does not open the stream earlier, because the caller must already have it when the server agrees.
  queueMicrotask(open);
  return {
    /** Returns the id of the open request; undefined if no request is open. */
    id: () => id,
    /** Returns the notifications that the server agreed to send; undefined until it has agreed. */
    agreed: () => agreed,
    /** Sets the notifications that the server agreed to send. */
    acknowledge: (notifications: JsonObject) => {
      agreed = notifications;
      options.onAgreed(isAgain);
      isAgain = true;
    },
    /** Ends the stream permanently and cancels the request. */
    stop: () => {
      cancelRetry();
      stopping.abort(new Error('The notifications are no longer needed.'));
    },
  };
}

function whyGivenUp(error: unknown, agreed: JsonObject | undefined): string | undefined {
  if (error instanceof RpcError && GIVEN_UP.has(error.code)) return messageOf(error);
  if (error === undefined && agreed !== undefined && !Object.values(agreed).some(isWanted))
    return 'it accepted no subscription';
  return undefined;
}

function isWanted(value: unknown): boolean {
  return value === true || (Array.isArray(value) && value.length > 0);
}
