import { isJsonObject, type JsonObject } from '@modegate/json';
import type { Schedule } from '@modegate/timing';
import type { JsonRpcRequest } from './messages.ts';
import { RpcError } from './rpc-error.ts';

/** How long one request is waited for. */
export interface RequestOptions {
  /** Aborting it gives the request up and rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** How long without an answer or a sign of life. Default: that of all requests. */
  readonly timeoutMs?: number;
  /** How long in all. Default: that of all requests. */
  readonly maxTotalMs?: number;
}

/** Why a request has taken too long. */
export interface Lateness {
  readonly timeoutMs: number;
  /** Whether it took too long in all, or went without a sign of life. */
  readonly limit: 'idle' | 'total';
}

/** How requests go out and what their failures are called: an end's own part. `Options` is what each request may say. */
export interface OutgoingRequestsOptions<Options extends RequestOptions> {
  /** How long a request may go without an answer or a sign of life that says nothing else. */
  readonly requestTimeoutMs: number;
  /** How long a request may take in all that says nothing else. */
  readonly maxTotalMs: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly schedule: Schedule;
  readonly send: (request: JsonRpcRequest<number>, options: Options) => Promise<void>;
  /** Called for each request that is given up, so that the other side need not answer any more. */
  readonly withdraw: (request: JsonRpcRequest<number>, reason: unknown, options: Options) => void;
  readonly lateError: (method: string, lateness: Lateness) => Error;
  /** The error for a response with neither an object as the result nor a JSON-RPC error. */
  readonly malformedError: (method: string, response: JsonObject) => Error;
  /** Why a result is not taken. Default: every one is. */
  readonly refuseResult?: (method: string, result: JsonObject) => Error | undefined;
  /** The error for a request that could not be sent. Default: as it came. */
  readonly sendError?: (method: string, error: unknown) => unknown;
}

/** The requests that the other side has been sent and has not answered. */
export interface OutgoingRequests<Options extends RequestOptions> {
  /**
   * Sends a request and resolves with its result, the very object that was parsed. Ids are 1, 2, 3, …
   *
   * @throws RpcError when the answer is an error; the errors of the options; the reason of `signal` when that was aborted.
   */
  request(method: string, params: JsonObject | undefined, options?: Options): Promise<JsonObject>;
  /** Takes a response; says what is odd about one that answers nothing. */
  settle(response: JsonObject): string | undefined;
  /** Whether an id is that of a request that waits. */
  waits(id: unknown): boolean;
  /** Takes a sign of life of a request, whose time begins again, and returns what the request said; undefined when it does not wait. */
  revive(id: unknown): Options | undefined;
  /** Rejects all that wait, and all that come, with an error made for each method. */
  end(makeError: (method: string) => unknown): void;
}

interface Waiting<Options> {
  readonly request: JsonRpcRequest<number>;
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: unknown) => void;
  readonly options: Options;
  readonly timeoutMs: number;
  /** When it has gone without a sign of life for too long. */
  idleDeadline: number;
  /** When it has taken too long in all. */
  readonly totalDeadline: number;
  onAbort: (() => void) | undefined;
}

interface State<Options extends RequestOptions> {
  readonly ways: OutgoingRequestsOptions<Options>;
  readonly waiting: Map<number, Waiting<Options>>;
  lastId: number;
  /** When the one timer of all requests goes off; Infinity while it does not run. */
  sweepAt: number;
  stopSweep: (() => void) | undefined;
  ended: ((method: string) => unknown) | undefined;
}

const NO_OPTIONS: RequestOptions = {};

/** Creates an empty set of requests. */
export function createOutgoingRequests<Options extends RequestOptions>(
  ways: OutgoingRequestsOptions<Options>,
): OutgoingRequests<Options> {
  const state: State<Options> = {
    ways,
    waiting: new Map(),
    lastId: 0,
    sweepAt: Number.POSITIVE_INFINITY,
    stopSweep: undefined,
    ended: undefined,
  };
  return {
    request: (method, params, options = NO_OPTIONS as Options) => {
      if (state.ended !== undefined) return Promise.reject(state.ended(method));
      if (options.signal?.aborted === true) return Promise.reject(options.signal.reason);
      return new Promise((resolve, reject) => {
        const id = ++state.lastId;
        const request: JsonRpcRequest<number> =
          params === undefined ? { jsonrpc: '2.0', id, method } : { jsonrpc: '2.0', id, method, params };
        wait(state, { request, resolve, reject, options });
        ways.send(request, options).then(undefined, (error: unknown) => {
          take(state, id)?.reject(state.ended?.(method) ?? ways.sendError?.(method, error) ?? error);
        });
      });
    },
    settle: (response) => settle(state, response),
    waits: (id) => typeof id === 'number' && state.waiting.has(id),
    revive: (id) => {
      const waiting = typeof id === 'number' ? state.waiting.get(id) : undefined;
      if (waiting !== undefined) waiting.idleDeadline = ways.now() + waiting.timeoutMs;
      return waiting?.options;
    },
    end: (makeError) => {
      state.ended = makeError;
      state.stopSweep?.();
      for (const [id, { request }] of state.waiting) take(state, id)?.reject(makeError(request.method));
    },
  };
}

function wait<Options extends RequestOptions>(
  state: State<Options>,
  begun: Pick<Waiting<Options>, 'request' | 'resolve' | 'reject' | 'options'>,
): void {
  const { request, resolve, reject, options } = begun;
  const { timeoutMs = state.ways.requestTimeoutMs, maxTotalMs = state.ways.maxTotalMs, signal } = options;
  const now = state.ways.now();
  const [idleDeadline, totalDeadline] = [now + timeoutMs, now + maxTotalMs];
  const onAbort = signal === undefined ? undefined : () => abandon(state, request.id, signal.reason);
  state.waiting.set(request.id, {
    request,
    resolve,
    reject,
    options,
    timeoutMs,
    idleDeadline,
    totalDeadline,
    onAbort,
  });
  if (onAbort !== undefined) signal?.addEventListener('abort', onAbort, { once: true });
  sweepBy(state, Math.min(idleDeadline, totalDeadline), now);
}

function settle<Options extends RequestOptions>(state: State<Options>, response: JsonObject): string | undefined {
  // Some programs send a number back as a string.
  const id = typeof response.id === 'string' ? Number(response.id) : response.id;
  if (typeof id !== 'number') return 'A response without the id of a request';
  const waiting = take(state, id);
  // One that was abandoned meanwhile may still be answered; that is not odd.
  if (waiting === undefined) return id > 0 && id <= state.lastId ? undefined : 'A response to no request of ours';
  const { method } = waiting.request;
  const { result, error } = response;
  if (isJsonObject(result) && (error === undefined || error === null)) {
    const refusal = state.ways.refuseResult?.(method, result);
    if (refusal === undefined) waiting.resolve(result);
    else waiting.reject(refusal);
  } else waiting.reject(readResponseError(error) ?? state.ways.malformedError(method, response));
  return undefined;
}

function readResponseError(error: unknown): RpcError | undefined {
  if (!isJsonObject(error)) return undefined;
  const { code, message = `Error ${String(code)}`, data } = error;
  return typeof code === 'number' ? new RpcError(code, String(message), data) : undefined;
}

function take<Options extends RequestOptions>(state: State<Options>, id: number): Waiting<Options> | undefined {
  const waiting = state.waiting.get(id);
  if (waiting === undefined) return undefined;
  state.waiting.delete(id);
  if (waiting.onAbort !== undefined) waiting.options.signal?.removeEventListener('abort', waiting.onAbort);
  return waiting;
}

function abandon<Options extends RequestOptions>(state: State<Options>, id: number, reason: unknown): void {
  const waiting = take(state, id);
  if (waiting === undefined) return;
  waiting.reject(reason);
  state.ways.withdraw(waiting.request, reason, waiting.options);
}

// One timer for all requests, set for the first deadline: those of requests that were answered in time cost nothing.
function sweepBy<Options extends RequestOptions>(state: State<Options>, deadline: number, now: number): void {
  if (deadline >= state.sweepAt) return;
  state.stopSweep?.();
  state.sweepAt = deadline;
  state.stopSweep = state.ways.schedule(() => sweep(state), Math.max(1, Math.ceil(deadline - now)));
}

function sweep<Options extends RequestOptions>(state: State<Options>): void {
  // A timer may go off a little before its time.
  const now = Math.max(state.ways.now(), state.sweepAt);
  state.sweepAt = Number.POSITIVE_INFINITY;
  let next = Number.POSITIVE_INFINITY;
  for (const [id, waiting] of state.waiting) {
    const due = Math.min(waiting.idleDeadline, waiting.totalDeadline);
    if (due > now) next = Math.min(next, due);
    else abandon(state, id, lateness(state, waiting, now));
  }
  sweepBy(state, next, now);
}

function lateness<Options extends RequestOptions>(
  { ways }: State<Options>,
  { request, options, timeoutMs, totalDeadline }: Waiting<Options>,
  now: number,
): Error {
  if (totalDeadline > now) return ways.lateError(request.method, { timeoutMs, limit: 'idle' });
  return ways.lateError(request.method, { timeoutMs: options.maxTotalMs ?? ways.maxTotalMs, limit: 'total' });
}
