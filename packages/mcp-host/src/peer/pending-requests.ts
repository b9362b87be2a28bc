import { isJsonObject, type JsonObject } from '@modegate/json';
import { isComplete } from '../eras/result-frame.ts';
import type { Timing } from '../timing/timing.ts';
import { responseError, resultTypeError, sendFailure, timeoutError } from './upstream-errors.ts';
import type { SendRaw, SentRequestOptions } from './upstream-request.ts';

/** The requests that one server has been sent and has not answered. */
export interface PendingRequests {
  readonly request: SendRaw;
  /** Takes a response; says what is odd about one that answers nothing. */
  settle(response: JsonObject): string | undefined;
  /** Takes the params of a progress notification; false when its token is none of ours. */
  progress(params: JsonObject): boolean;
  /**
   * The server turned out to be a modern one: results of every type are handed on, and a request is cancelled in the way of the transport.
   *
   * @param cancel - Ends a request of this id; undefined where a message does.
   */
  speakModern(cancel: ((id: number) => void) | undefined): void;
  /** Rejects all that wait, and all that come, with an error made for each method. */
  end(makeError: (method: string) => Error): void;
}

/** The link and the clock of the requests. */
export interface PendingRequestsOptions extends Pick<Timing, 'now' | 'schedule'> {
  /** The server's name for messages. */
  readonly name: string | undefined;
  readonly send: (message: JsonObject, headers?: Readonly<Record<string, string>>) => Promise<void>;
  readonly requestTimeoutMs: number;
}

interface PendingRequest {
  readonly method: string;
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: unknown) => void;
  readonly options: SentRequestOptions;
  readonly timeoutMs: number;
  /** When it has gone without a sign of life for too long. */
  idleDeadline: number;
  /** When it has taken too long in all. */
  readonly totalDeadline: number;
  onAbort: (() => void) | undefined;
}

interface State extends PendingRequestsOptions {
  readonly waiting: Map<number, PendingRequest>;
  lastId: number;
  /** When the one timer of all requests goes off; Infinity while it does not run. */
  sweepAt: number;
  stopSweep: (() => void) | undefined;
  ended: ((method: string) => Error) | undefined;
  /** Undefined with a legacy server, whose results have no type. */
  modern: { readonly cancel: ((id: number) => void) | undefined } | undefined;
}

const DEFAULT_MAX_TOTAL_MS = 3_600_000;
const NO_OPTIONS: SentRequestOptions = {};

/** Creates an empty set of requests. Ids are 1, 2, 3, …; the progress token of a request is its id, so that one table serves both. */
export function createPendingRequests(options: PendingRequestsOptions): PendingRequests {
  const state: State = {
    ...options,
    waiting: new Map(),
    lastId: 0,
    sweepAt: Number.POSITIVE_INFINITY,
    stopSweep: undefined,
    ended: undefined,
    modern: undefined,
  };
  return {
    request: (method, params, requestOptions = NO_OPTIONS) => {
      if (state.ended !== undefined) return Promise.reject(state.ended(method));
      if (requestOptions.signal?.aborted === true) return Promise.reject(requestOptions.signal.reason);
      return new Promise((resolve, reject) => {
        const id = ++state.lastId;
        wait(state, id, { method, resolve, reject, options: requestOptions });
        requestOptions.onId?.(id);
        const sent = requestOptions.onProgress === undefined ? params : withToken(params, id);
        const message =
          sent === undefined ? { jsonrpc: '2.0', id, method } : { jsonrpc: '2.0', id, method, params: sent };
        state.send(message, requestOptions.headers).then(undefined, (error: unknown) => {
          take(state, id)?.reject(state.ended?.(method) ?? sendFailure(error, { server: state.name, method }));
        });
      });
    },
    settle: (response) => settle(state, response),
    progress: (params) => takeProgress(state, params),
    speakModern: (cancel) => {
      state.modern = { cancel };
    },
    end: (makeError) => {
      state.ended = makeError;
      state.stopSweep?.();
      for (const id of state.waiting.keys()) {
        const pending = take(state, id);
        pending?.reject(makeError(pending.method));
      }
    },
  };
}

function wait(
  state: State,
  id: number,
  request: Pick<PendingRequest, 'method' | 'resolve' | 'reject' | 'options'>,
): void {
  const { method, resolve, reject, options } = request;
  const { timeoutMs = state.requestTimeoutMs, maxTotalMs = DEFAULT_MAX_TOTAL_MS, signal } = options;
  const now = state.now();
  const [idleDeadline, totalDeadline] = [now + timeoutMs, now + maxTotalMs];
  const onAbort = signal === undefined ? undefined : () => abandon(state, id, signal.reason);
  state.waiting.set(id, { method, resolve, reject, options, timeoutMs, idleDeadline, totalDeadline, onAbort });
  if (onAbort !== undefined) signal?.addEventListener('abort', onAbort, { once: true });
  sweepBy(state, Math.min(idleDeadline, totalDeadline), now);
}

function withToken(params: JsonObject | undefined, progressToken: number): JsonObject {
  const meta = isJsonObject(params?._meta) ? params._meta : {};
  return { ...params, _meta: { ...meta, progressToken } };
}

function settle(state: State, response: JsonObject): string | undefined {
  // Some servers send a number back as a string.
  const id = typeof response.id === 'string' ? Number(response.id) : response.id;
  if (typeof id !== 'number') return 'A response without the id of a request';
  const pending = take(state, id);
  // One that was abandoned meanwhile may still be answered; that is not odd.
  if (pending === undefined) return id > 0 && id <= state.lastId ? undefined : 'A response to no request of ours';
  const { result } = response;
  const request = { server: state.name, method: pending.method };
  const isResult = isJsonObject(result) && (response.error === undefined || response.error === null);
  if (!isResult) pending.reject(responseError(response, request));
  else if (state.modern === undefined && !isComplete(result)) pending.reject(resultTypeError(result, request));
  else pending.resolve(result);
  return undefined;
}

function takeProgress(state: State, params: JsonObject): boolean {
  const { progressToken } = params;
  const pending = typeof progressToken === 'number' ? state.waiting.get(progressToken) : undefined;
  if (pending?.options.onProgress === undefined) return false;
  pending.idleDeadline = state.now() + pending.timeoutMs;
  pending.options.onProgress(params);
  return true;
}

function take(state: State, id: number): PendingRequest | undefined {
  const pending = state.waiting.get(id);
  if (pending === undefined) return undefined;
  state.waiting.delete(id);
  if (pending.onAbort !== undefined) pending.options.signal?.removeEventListener('abort', pending.onAbort);
  return pending;
}

// MCP 2025-11-25, cancellation: a client must not cancel `initialize`. And who did not answer the other may not know what that would be.
const NOT_CANCELLED: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

function abandon(state: State, id: number, reason: unknown): void {
  const pending = take(state, id);
  if (pending === undefined) return;
  pending.reject(reason);
  if (NOT_CANCELLED.has(pending.method)) return;
  if (state.modern?.cancel !== undefined) {
    state.modern.cancel(id);
    return;
  }
  const params = { requestId: id, reason: reason instanceof Error ? reason.message : String(reason) };
  // The request is over for us, whether the server hears of it or not.
  state.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => undefined);
}

// One timer for all requests, set for the first deadline: those of requests that were answered in time cost nothing.
function sweepBy(state: State, deadline: number, now: number): void {
  if (deadline >= state.sweepAt) return;
  state.stopSweep?.();
  state.sweepAt = deadline;
  state.stopSweep = state.schedule(() => sweep(state), Math.max(1, Math.ceil(deadline - now)));
}

function sweep(state: State): void {
  state.sweepAt = Number.POSITIVE_INFINITY;
  const now = state.now();
  let next = Number.POSITIVE_INFINITY;
  for (const [id, pending] of state.waiting) {
    const due = Math.min(pending.idleDeadline, pending.totalDeadline);
    if (due > now) next = Math.min(next, due);
    else abandon(state, id, lateness(state, pending, now));
  }
  sweepBy(state, next, now);
}

function lateness(state: State, pending: PendingRequest, now: number): Error {
  const { method, options } = pending;
  const limit = pending.totalDeadline <= now ? 'total' : 'idle';
  const timeoutMs = limit === 'total' ? (options.maxTotalMs ?? DEFAULT_MAX_TOTAL_MS) : pending.timeoutMs;
  return timeoutError({ server: state.name, method }, { timeoutMs, limit });
}
