import type { JsonObject } from '@modegate/json';
import { briefly, type OutgoingRequests, type OutgoingRequestsOptions, type RequestId } from '@modegate/json-rpc';
import type { Schedule } from '@modegate/timing';
import type { ClientRequestOptions } from '../definitions/context.ts';
import { wireError } from '../json-rpc/wire-errors.ts';
import type { Channel } from './channel.ts';

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
  /** How it goes out, and is given up, where it is not a message of its own. */
  readonly way?: { readonly send: (id: number) => void; readonly withdraw: () => void };
}

const NEEDED_CAPABILITY: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};

/** How a client is asked over a channel. */
export function clientQuestions(channel: Channel, schedule: Schedule): OutgoingRequestsOptions<Question> {
  return {
    requestTimeoutMs: 60_000,
    maxTotalMs: Number.POSITIVE_INFINITY,
    now: () => performance.now(),
    schedule,
    send: async (request, { way, relatedRequestId }) => {
      if (way === undefined) await channel.send(request, relatedRequestId);
      else way.send(request.id);
    },
    withdraw: ({ id }, error, { way, relatedRequestId }) => {
      if (way !== undefined) {
        way.withdraw();
        return;
      }
      const params = { requestId: id, reason: error instanceof Error ? error.message : String(error) };
      const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params } as const;
      void channel.send(cancelled, relatedRequestId).catch(() => undefined);
    },
    lateError: (method, { timeoutMs }) =>
      wireError('INTERNAL_ERROR', `The client did not answer '${method}' within ${timeoutMs} ms.`, {
        method,
        timeoutMs,
      }),
    malformedError: (_method, { result, error }) =>
      wireError(
        'INTERNAL_ERROR',
        `The client answered with ${briefly(result ?? error)}, expected a result or an error.`,
      ),
  };
}

/**
 * Puts a question to the client; it is given up when its time is over, or the request that asked.
 *
 * @throws {WireError} INVALID_REQUEST when the client did not declare that it can answer.
 */
export async function askClient(outgoing: OutgoingRequests<Question>, question: Question): Promise<JsonObject> {
  const { method, params, clientCapabilities } = question;
  const capability = NEEDED_CAPABILITY[method];
  if (capability === undefined || clientCapabilities[capability] !== undefined)
    return outgoing.request(method, params, question);
  const message = `The client does not support '${method}': it did not declare the capability '${capability}'.`;
  throw wireError('INVALID_REQUEST', message, { method, capability });
}
