import type { JsonObject } from '@modegate/json';
import type { RequestContext } from '../definitions/context.ts';

/** Describes the end of a request, before the response is sent. */
export type RequestEnd = {
  readonly method: string;
  readonly context: RequestContext;
  /** True if the client cancelled the request or disconnected; no response is sent. */
  readonly cancelled: boolean;
} & RequestOutcome;

/**
 * A result, or the error from a handler, a tool or the server, including an error that the client receives in the form
 * of a result.
 */
export type RequestOutcome =
  | { readonly kind: 'result'; readonly result: JsonObject }
  | { readonly kind: 'failure'; readonly thrown: unknown };

/** Describes a request that is about to be handled. */
export interface RequestStart {
  readonly method: string;
  readonly context: RequestContext;
}

/** Called before a request is handled; its end is always reported as well. Must not throw. */
export type ObserveStart = (start: RequestStart) => void;

/** Called at the end of every request. The response waits for the returned promise. */
export type ObserveEnd = (end: RequestEnd) => Promise<void> | undefined;

// A failed tool call is answered with a result, which does not contain the original error.
const failures = new WeakMap<object, { readonly thrown: unknown }>();

/** Marks a result as the representation of an error. */
export function markAsFailure<Result extends object>(result: Result, thrown: unknown): Result {
  failures.set(result, { thrown });
  return result;
}

/** Returns the outcome that a result represents. */
export function outcomeOfResult(result: JsonObject): RequestOutcome {
  const failure = failures.get(result);
  return failure === undefined ? { kind: 'result', result } : { kind: 'failure', thrown: failure.thrown };
}
