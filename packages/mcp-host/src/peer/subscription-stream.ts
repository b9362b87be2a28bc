import type { JsonObject } from '@modegate/json';
import { RPC_ERROR_CODES, RpcError } from '@modegate/json-rpc';
import type { Schedule } from '@modegate/timing';
import { messageOf } from '../host-error.ts';
import { withRequestMeta } from '../revisions/request-meta.ts';
import { DEFAULT_BACKOFF, retryDelayMs } from '../timing/retry-delay.ts';
import type { SendRaw } from './upstream-request.ts';

/** One `subscriptions/listen` (MCP 2026-07-28, basic/patterns/subscriptions), opened again whenever it ends. */
export interface SubscriptionStream {
  /** The id of the open request; undefined while there is none. */
  readonly id: () => number | undefined;
  /** What the server has agreed to tell; undefined until it has. */
  readonly agreed: () => JsonObject | undefined;
  /** Takes what the server has agreed to. */
  readonly acknowledge: (notifications: JsonObject) => void;
  /** Ends it for good; the server hears. */
  readonly stop: () => void;
}

/** How a stream is opened, and its listeners. */
export interface SubscriptionStreamOptions {
  readonly send: SendRaw;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly schedule: Schedule;
  readonly random: () => number;
  readonly now: () => number;
  /** What the server is asked to tell. */
  readonly notifications: JsonObject;
  /** The server has agreed, for the first time or again after a gap in which changes were not told. */
  readonly onAgreed: (isAgain: boolean) => void;
  /** It will not be opened again: the server does not know such requests, or agreed to nothing. */
  readonly onRejected: (reason: string) => void;
}

/** Errors after which it is not opened again. */
const GIVEN_UP: ReadonlySet<number> = new Set([RPC_ERROR_CODES.METHOD_NOT_FOUND, RPC_ERROR_CODES.INVALID_PARAMS]);

/** Opens a stream in the next step. */
export function openSubscriptionStream(options: SubscriptionStreamOptions): SubscriptionStream {
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
  // Not yet: its opener must know it when the server agrees.
  queueMicrotask(open);
  return {
    id: () => id,
    agreed: () => agreed,
    acknowledge: (notifications) => {
      agreed = notifications;
      options.onAgreed(isAgain);
      isAgain = true;
    },
    stop: () => {
      cancelRetry();
      stopping.abort(new Error('The notifications are no longer needed.'));
    },
  };
}

function whyGivenUp(error: unknown, agreed: JsonObject | undefined): string | undefined {
  if (error instanceof RpcError && GIVEN_UP.has(error.code)) return messageOf(error);
  if (error === undefined && agreed !== undefined && !Object.values(agreed).some(isWanted))
    return 'it agreed to nothing';
  return undefined;
}

function isWanted(value: unknown): boolean {
  return value === true || (Array.isArray(value) && value.length > 0);
}
