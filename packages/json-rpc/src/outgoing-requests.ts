import { isJsonObject, type JsonObject } from '@modegate/json';
import type { Schedule } from '@modegate/timing';
import type { Cancellable } from './cancellable.ts';
import type { JsonRpcRequest } from './messages.ts';
import { RpcError } from './rpc-error.ts';

/** How long one request is waited for. */
export interface RequestOptions {
  /** Aborting it gives the request up and rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Instead of `signal`: what the request belongs to, and is given up with. */
  readonly cancelledWith?: Cancellable;
  /** How long without an answer or a sign of life. Default: that of all requests. */
  readonly timeoutMs?: number;
  /** How long in all. Default: that of all requests. */
  readonly maxTotalMs?: number;
}

/** The signal of a request, from either option; undefined when it has none. */
export function signalOf({ signal, cancelledWith }: RequestOptions): AbortSignal | undefined {
  return signal ?? cancelledWith?.signal;
}

/** Why a request has taken too long. */
export interface RequestTimeout {
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
  /** Undefined when the request is on its way already. */
  readonly send: (request: JsonRpcRequest<number>, options: Options) => Promise<void> | undefined;
  /** Called for each request that is given up, so that the other side need not answer any more. */
  readonly cancel: (request: JsonRpcRequest<number>, reason: unknown, options: Options) => void;
  readonly timeoutError: (method: string, lateness: RequestTimeout) => Error;
  /** The error for a response with neither an object as the result nor a JSON-RPC error. */
  readonly malformedError: (method: string, response: JsonObject) => Error;
  /** Why a result is not taken. Default: every one is. */
  readonly refuseResult?: (method: string, result: JsonObject) => Error | undefined;
  /** The error for a request that could not be sent. Default: as it came. */
  readonly sendError?: (method: string, error: unknown) => unknown;
}

interface PendingEntry<Options> {
  readonly request: JsonRpcRequest<number>;
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: unknown) => void;
  readonly options: Options;
  readonly timeoutMs: number;
  /** When it has gone without a sign of life for too long. */
  idleDeadline: number;
  /** When it has taken too long in all. */
  readonly totalDeadline: number;
  readonly stopListening: (() => void) | undefined;
}

const NO_OPTIONS: RequestOptions = {};

/** The requests that the other side has been sent and has not answered. Ids are 1, 2, 3, … */
export class OutgoingRequests<Options extends RequestOptions> {
  private readonly ways: OutgoingRequestsOptions<Options>;
  private readonly waiting = new Map<number, PendingEntry<Options>>();
  private lastId = 0;
  /** When the one timer of all requests goes off; Infinity while it does not run. */
  private sweepAt = Number.POSITIVE_INFINITY;
  private stopSweep: (() => void) | undefined;
  private ended: ((method: string) => unknown) | undefined;

  constructor(settings: OutgoingRequestsOptions<Options>) {
    this.ways = settings;
  }

  /**
   * Sends a request and resolves with its result, the very object that was parsed.
   *
   * @throws RpcError when the answer is an error; the errors of the options; the reason of `signal` when that was aborted.
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

  /** Takes a response; says what is odd about one that answers nothing. */
  settle(response: JsonObject): string | undefined {
    // Some programs send a number back as a string.
    const id = typeof response.id === 'string' ? Number(response.id) : response.id;
    if (typeof id !== 'number') return 'A response without the id of a request';
    const waiting = this.take(id);
    // One that was abandoned meanwhile may still be answered; that is not odd.
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

  /** How many requests wait for their answers. */
  get size(): number {
    return this.waiting.size;
  }

  /** Whether an id is that of a request that waits. */
  has(id: unknown): boolean {
    return typeof id === 'number' && this.waiting.has(id);
  }

  /**
   * Takes a sign of life of a request that `asked` for such signs, whose time begins again, and returns what the request said; undefined when it
   * does not wait, or did not ask: otherwise the other side could keep us waiting with notifications that we ignore.
   */
  resetIdleTimeout(id: unknown, asked: (options: Options) => boolean): Options | undefined {
    const waiting = typeof id === 'number' ? this.waiting.get(id) : undefined;
    if (waiting === undefined || !asked(waiting.options)) return undefined;
    waiting.idleDeadline = this.ways.now() + waiting.timeoutMs;
    return waiting.options;
  }

  /** Rejects all that wait, and all that come, with an error made for each method. */
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

  // One timer for all requests, set for the first deadline: those of requests that were answered in time cost nothing.
  private sweepBy(deadline: number, now: number): void {
    if (deadline >= this.sweepAt) return;
    this.stopSweep?.();
    this.sweepAt = deadline;
    this.stopSweep = this.ways.schedule(() => this.sweep(), Math.max(1, Math.round(deadline - now)));
  }

  private sweep(): void {
    // A timer may go off a little before its time.
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
