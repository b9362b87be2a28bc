import type { JsonObject } from '@modegate/json';
import type { RequestContext } from '../definitions/context.ts';

/** What came of a request, before its answer goes out. */
export type RequestEnd = {
  readonly method: string;
  readonly context: RequestContext;
  /** The client has cancelled it, or has gone; no answer goes out. */
  readonly cancelled: boolean;
} & RequestOutcome;

/** A result, or what was thrown: by a handler or a tool, also where the client gets a result that says so, or by the server itself. */
export type RequestOutcome =
  | { readonly kind: 'result'; readonly result: JsonObject }
  | { readonly kind: 'failure'; readonly thrown: unknown };

/** A request whose turn has come. */
export interface RequestStart {
  readonly method: string;
  readonly context: RequestContext;
}

/** Called for every request before it is handled; its end follows, in any way. Must not throw. */
export type ObserveStart = (start: RequestStart) => void;

/** Called for every request that ends, in any way; the answer waits for what it returns. */
export type ObserveEnd = (end: RequestEnd) => Promise<void> | undefined;

// A tool that fails is answered with a result, in which what was thrown cannot be seen.
const failures = new WeakMap<object, { readonly thrown: unknown }>();

/** A result that is known to represent something thrown. */
export function markAsFailure<Result extends object>(result: Result, thrown: unknown): Result {
  failures.set(result, { thrown });
  return result;
}

/** Describes an end by its result. */
export function outcomeOfResult(result: JsonObject): RequestOutcome {
  const failure = failures.get(result);
  return failure === undefined ? { kind: 'result', result } : { kind: 'failure', thrown: failure.thrown };
}
