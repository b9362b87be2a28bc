import { isJsonObject, type JsonObject } from '@modegate/json';
import type { Schedule } from '@modegate/timing';
import type { ClientRequestOptions } from '../definitions/context.ts';
import { type JsonRpcMessage, type RequestId, truncated } from '../json-rpc/messages.ts';
import { forwardedError, wireError } from '../json-rpc/wire-errors.ts';

/** The requests that a server has put to one client and that are not yet answered. */
export interface ClientRequests {
  /** Sends a request and resolves with its result. */
  ask(question: Question): Promise<JsonObject>;
  /** Takes a response; false when it answers nothing that was asked. */
  take(response: JsonObject): boolean;
  /** Rejects everything that is unanswered. */
  end(reason: unknown): void;
}

/** One request to the client. */
export interface Question extends ClientRequestOptions {
  readonly method: string;
  readonly params: JsonObject;
  /** As declared in `initialize`. */
  readonly clientCapabilities: JsonObject;
  /** Aborted when the request that this one serves is over. */
  readonly signal: AbortSignal;
  /** The client's request that this one serves; absent when it serves none. */
  readonly relatedRequestId?: RequestId;
}

interface Waiter {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: unknown) => void;
}

const NEEDED_CAPABILITY: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};

/** Creates an empty set of requests. */
export function createClientRequests(options: {
  readonly send: (message: JsonRpcMessage, relatedRequestId: RequestId | undefined) => Promise<void>;
  readonly schedule: Schedule;
}): ClientRequests {
  const waiters = new Map<RequestId, Waiter>();
  let nextId = 0;
  return {
    ask: async (question) => {
      const { method, params, relatedRequestId } = question;
      const id = nextId++;
      const answer = awaitAnswer(question, options.schedule, (error) => {
        if (!waiters.delete(id)) return;
        const cancelled = { requestId: id, reason: error instanceof Error ? error.message : String(error) };
        void options
          .send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: cancelled }, relatedRequestId)
          .catch(() => undefined);
      });
      waiters.set(id, answer);
      try {
        await options.send({ jsonrpc: '2.0', id, method, params }, relatedRequestId);
        return await answer.promise;
      } finally {
        answer.end();
        waiters.delete(id);
      }
    },
    take: (response) => {
      const { id } = response;
      const waiter = typeof id === 'number' ? waiters.get(id) : undefined;
      if (waiter === undefined || typeof id !== 'number') return false;
      waiters.delete(id);
      settle(waiter, response);
      return true;
    },
    end: (reason) => {
      for (const waiter of waiters.values()) waiter.reject(reason);
      waiters.clear();
    },
  };
}

/** An answer of the client that is waited for. */
export interface AwaitedAnswer extends Waiter {
  readonly promise: Promise<JsonObject>;
  /** Stops the clock. */
  readonly end: () => void;
}

/**
 * Begins to wait for the answer to a question; it is given up when its time is over, or the request that asked.
 *
 * @throws {WireError} INVALID_REQUEST when the client did not declare that it can answer.
 */
export function awaitAnswer(
  question: Question,
  schedule: Schedule,
  onAbandoned: (error: unknown) => void,
): AwaitedAnswer {
  const { method, signal, timeoutMs = 60_000 } = question;
  checkCapability(question);
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<JsonObject>();
  // The caller may still wait for the send; it gets the rejection as soon as that is over.
  promise.catch(() => undefined);
  const abandon = (error: unknown): void => {
    onAbandoned(error);
    reject(error);
  };
  const onAbort = (): void => abandon(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const message = `The client did not answer '${method}' within ${timeoutMs} ms.`;
  const stop = schedule(() => abandon(wireError('INTERNAL_ERROR', message, { method, timeoutMs })), timeoutMs);
  const end = (): void => {
    stop();
    signal.removeEventListener('abort', onAbort);
  };
  return { promise, resolve, reject, end };
}

function settle(waiter: Waiter, { result, error }: JsonObject): void {
  if (isJsonObject(result)) waiter.resolve(result);
  else if (isJsonObject(error) && Number.isSafeInteger(error.code) && typeof error.message === 'string') {
    const { code, message, data } = error;
    waiter.reject(forwardedError({ code: Number(code), message, ...(data === undefined ? {} : { data }) }));
  } else
    waiter.reject(
      wireError(
        'INTERNAL_ERROR',
        `The client answered with ${truncated(result ?? error)}, expected a result or an error.`,
      ),
    );
}

function checkCapability({ method, clientCapabilities }: Question): void {
  const needed = NEEDED_CAPABILITY[method];
  if (needed === undefined || clientCapabilities[needed] !== undefined) return;
  throw wireError(
    'INVALID_REQUEST',
    `The client does not support '${method}': it did not declare the capability '${needed}'.`,
    {
      method,
      capability: needed,
    },
  );
}
