import { isJsonObject, type JsonObject } from '@modegate/json';
import type { Schedule } from '@modegate/timing';
import type { Cancellable } from './cancellable.ts';
import type { JsonRpcRequest } from './messages.ts';
import { RpcError } from './rpc-error.ts';

/** Time limits and cancellation of one request. */
export interface RequestOptions {
  /** Abandons the request when aborted; the request then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** The task to which the request belongs; an alternative to `signal`. */
  readonly cancelledWith?: Cancellable;
  /** Maximum time without a response or progress. Default: the limit that applies to all requests. */
  readonly timeoutMs?: number;
  /** Time limit for the whole request. Default: the limit that applies to all requests. */
  readonly maxTotalMs?: number;
}

/** Returns the signal for a request, from either option; undefined if neither option is set. */
export function signalOf({ signal, cancelledWith }: RequestOptions): AbortSignal | undefined {
  return signal ?? cancelledWith?.signal;
}

/** The time limit that a request exceeded. */
export interface RequestTimeout {
  readonly timeoutMs: number;
  /** `total`: the whole request took too long. `idle`: there was no progress for too long. */
  readonly limit: 'idle' | 'total';
}

/**
 * Defines how an endpoint sends requests and describes their failures. `Options` is the type of the options for each
 * request.
 */
export interface OutgoingRequestsOptions<Options extends RequestOptions> {
  /** Default maximum time without a response or progress. */
  readonly requestTimeoutMs: number;
  /** Default time limit for the whole request. */
  readonly maxTotalMs: number;
  /** Returns the time of a monotonic clock, in milliseconds. */
  readonly now: () => number;
  readonly schedule: Schedule;
  /** Sends a request; returns undefined if it was sent synchronously. */
  readonly send: (request: JsonRpcRequest<number>, options: Options) => Promise<void> | undefined;
  /** Called for each abandoned request, so that the other side can stop working on it. */
  readonly cancel: (request: JsonRpcRequest<number>, reason: unknown, options: Options) => void;
  readonly timeoutError: (method: string, lateness: RequestTimeout) => Error;
  /** Creates the error for a response that has neither an object as its result nor a JSON-RPC error. */
  readonly malformedError: (method: string, response: JsonObject) => Error;
  /** Returns an error if a result is to be rejected. Default: all results are accepted. */
  readonly refuseResult?: (method: string, result: JsonObject) => Error | undefined;
  /** Converts the error from a failed send. Default: leaves the error unchanged. */
  readonly sendError?: (method: string, error: unknown) => unknown;
}

interface PendingEntry<Options> {
  readonly request: JsonRpcRequest<number>;
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: unknown) => void;
  readonly options: Options;
  readonly timeoutMs: number;
  /** Deadline for the next sign of progress. */
  idleDeadline: number;
  /** Deadline for the whole request. */
  readonly totalDeadline: number;
  readonly stopListening: (() => void) | undefined;
}

const NO_OPTIONS: RequestOptions = {};

/** Requests sent to the other side that are still unanswered. Ids are 1, 2, 3, … */
export class OutgoingRequests<Options extends RequestOptions> {
  private readonly ways: OutgoingRequestsOptions<Options>;
  private readonly waiting = new Map<number, PendingEntry<Options>>();
  private lastId = 0;
  /** Time at which the single timer for all requests fires; Infinity if the timer is not running. */
  private sweepAt = Number.POSITIVE_INFINITY;
  private stopSweep: (() => void) | undefined;
  private ended: ((method: string) => unknown) | undefined;

  constructor(settings: OutgoingRequestsOptions<Options>) {
    this.ways = settings;
  }

  /**
   * Sends a request and resolves with its result, which is the object that was parsed, not a copy.
   *
   * @throws RpcError if the response is an error; the errors from the options; the reason of `signal` if it was
   * aborted.
   */
  request(method: string, params: JsonObject | undefined, options = NO_OPTIONS as Options): Promise<JsonObject> {
    if (this.ended !== undefined) return Promise.reject(this.ended(method));
    const { signal, cancelledWith } = options;
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    if (cancelledWith?.cancelled === true) return Promise.reject(cancelledWith.cancelReason);
    return new Promise((resolve, reject) => {
      const id = ++this.lastId;
      const request: JsonRpcRequest<number> =
        params === undefined ? { jsonrpc: '2.0', id, method } : { jsonrpc: '2.0', id, method, params };
      this.wait({ request, resolve, reject, options });
      this.ways.send(request, options)?.then(undefined, (error: unknown) => {
        this.take(id)?.reject(this.ended?.(method) ?? this.ways.sendError?.(method, error) ?? error);
      });
    });
  }

  /** Handles a response; returns a description of the problem if the response matches no request. */
  settle(response: JsonObject): string | undefined {
    // Some programs return a numeric id as a string.
    const id = typeof response.id === 'string' ? Number(response.id) : response.id;
    if (typeof id !== 'number') return 'A response without the id of a request';
    const waiting = this.take(id);
    // An abandoned request may still be answered; that is not a problem.
    if (waiting === undefined) return id > 0 && id <= this.lastId ? undefined : 'A response that matches no request';
    const { method } = waiting.request;
    const { result, error } = response;
    if (isJsonObject(result) && (error === undefined || error === null)) {
      const refusal = this.ways.refuseResult?.(method, result);
      if (refusal === undefined) waiting.resolve(result);
      else waiting.reject(refusal);
    } else waiting.reject(readResponseError(error) ?? this.ways.malformedError(method, response));
    return undefined;
  }

  /** Number of unanswered requests. */
  get size(): number {
    return this.waiting.size;
  }

  /** True if a request with this id is unanswered. */
  has(id: unknown): boolean {
    return typeof id === 'number' && this.waiting.has(id);
  }

  /**
   * Resets the idle timeout of a request that asked for progress (see `asked`), and returns the request's options.
   * Returns undefined for other requests; otherwise, the other side could keep the caller waiting with notifications
   * that are ignored.
   */
  resetIdleTimeout(id: unknown, asked: (options: Options) => boolean): Options | undefined {
    const waiting = typeof id === 'number' ? this.waiting.get(id) : undefined;
    if (waiting === undefined || !asked(waiting.options)) return undefined;
    waiting.idleDeadline = this.ways.now() + waiting.timeoutMs;
    return waiting.options;
  }

  /** Rejects all current and future requests, each with an error created for its method. */
  end(makeError: (method: string) => unknown): void {
    this.ended = makeError;
    this.stopSweep?.();
    for (const [id, { request }] of this.waiting) this.take(id)?.reject(makeError(request.method));
  }

  private wait(begun: Pick<PendingEntry<Options>, 'request' | 'resolve' | 'reject' | 'options'>): void {
    const { request, resolve, reject, options } = begun;
    const { timeoutMs = this.ways.requestTimeoutMs, maxTotalMs = this.ways.maxTotalMs } = options;
    const now = this.ways.now();
    const idleDeadline = now + timeoutMs;
    const totalDeadline = now + maxTotalMs;
    this.waiting.set(request.id, {
      request,
      resolve,
      reject,
      options,
      timeoutMs,
      idleDeadline,
      totalDeadline,
      stopListening: onCancel(options, (reason) => this.abandon(request.id, reason)),
    });
    this.sweepBy(Math.min(idleDeadline, totalDeadline), now);
  }

  private take(id: number): PendingEntry<Options> | undefined {
    const waiting = this.waiting.get(id);
    if (waiting === undefined) return undefined;
    this.waiting.delete(id);
    waiting.stopListening?.();
    return waiting;
  }

  private abandon(id: number, reason: unknown): void {
    const waiting = this.take(id);
    if (waiting === undefined) return;
    waiting.reject(reason);
    this.ways.cancel(waiting.request, reason, waiting.options);
  }

  // Uses one timer for all requests, set to the first deadline, so that requests answered in time cost nothing.
  private sweepBy(deadline: number, now: number): void {
    if (deadline >= this.sweepAt) return;
    this.stopSweep?.();
    this.sweepAt = deadline;
    this.stopSweep = this.ways.schedule(() => this.sweep(), Math.max(1, Math.round(deadline - now)));
  }

  private sweep(): void {
    // A timer may fire slightly early.
    const now = Math.max(this.ways.now(), this.sweepAt);
    this.sweepAt = Number.POSITIVE_INFINITY;
    let next = Number.POSITIVE_INFINITY;
    for (const [id, waiting] of this.waiting) {
      const due = Math.min(waiting.idleDeadline, waiting.totalDeadline);
      if (due > now) next = Math.min(next, due);
      else this.abandon(id, this.lateness(waiting, now));
    }
    this.sweepBy(next, now);
  }

  private lateness({ request, options, timeoutMs, totalDeadline }: PendingEntry<Options>, now: number): Error {
    const { timeoutError: lateError, maxTotalMs } = this.ways;
    if (totalDeadline > now) return lateError(request.method, { timeoutMs, limit: 'idle' });
    return lateError(request.method, { timeoutMs: options.maxTotalMs ?? maxTotalMs, limit: 'total' });
  }
}

function onCancel(
  { signal, cancelledWith }: RequestOptions,
  give: (reason: unknown) => void,
): (() => void) | undefined {
  if (cancelledWith !== undefined) return cancelledWith.onCancel(give);
  if (signal === undefined) return undefined;
  const abort = (): void => give(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return () => signal.removeEventListener('abort', abort);
}

function readResponseError(error: unknown): RpcError | undefined {
  if (!isJsonObject(error) || typeof error.code !== 'number') return undefined;
  const { code, message, data } = error;
  return new RpcError(code, typeof message === 'string' ? message : `Error ${code}`, data);
}
