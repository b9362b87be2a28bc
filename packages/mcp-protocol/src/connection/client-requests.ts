import type { JsonObject } from '@modegate/json';
import { OutgoingRequests, type OutgoingRequestsOptions, preview, type RequestId } from '@modegate/json-rpc';
import type { Schedule } from '@modegate/timing';
import type { ClientRequestOptions } from '../definitions/context.ts';
import { wireError } from '../json-rpc/wire-errors.ts';
import type { Channel } from './channel.ts';

/** A request to the client. */
export interface Question extends ClientRequestOptions {
  readonly method: string;
  readonly params: JsonObject;
  /** The capabilities declared in `initialize`. */
  readonly clientCapabilities: JsonObject;
  /** Signal that is aborted when the request to which the question belongs has ended. */
  readonly signal: AbortSignal;
  /** The client's request to which the question belongs; absent if the question belongs to no request. */
  readonly relatedRequestId?: RequestId;
}

/** A question sent as the response to a request. */
export interface InputQuestion extends Question {
  /** Called with the number that identifies the answer. */
  readonly register: (id: number) => void;
  /** Called when the question is abandoned. */
  readonly unregister: () => void;
}

const NEEDED_CAPABILITY: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};

const WAITING = {
  requestTimeoutMs: 60_000,
  maxTotalMs: Number.POSITIVE_INFINITY,
  now: () => performance.now(),
  timeoutError: (method, { timeoutMs }) =>
    wireError('INTERNAL_ERROR', `The client did not answer '${method}' within ${timeoutMs} ms.`, { method, timeoutMs }),
  malformedError: (_method, { result, error }) =>
    wireError('INTERNAL_ERROR', `The client answered with ${preview(result ?? error)}, expected a result or an error.`),
} satisfies Partial<OutgoingRequestsOptions<Question>>;

/** Returns the options for requests sent to a client. */
export function clientRequestOptions(channel: Channel, schedule: Schedule): OutgoingRequestsOptions<Question> {
  return {
    ...WAITING,
    schedule,
    send: (request, { relatedRequestId }) => channel.send(request, relatedRequestId),
    cancel: ({ id }, error, { relatedRequestId }) => {
      const params = { requestId: id, reason: error instanceof Error ? error.message : String(error) };
      const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params } as const;
      void channel.send(cancelled, relatedRequestId).catch(() => undefined);
    },
  };
}

/**
 * Creates the registry of questions sent as responses to requests. The registry is separate, so that a client's
 * response cannot be mistaken for the answer to one of these questions.
 */
export function createInputQuestions(schedule: Schedule): OutgoingRequests<InputQuestion> {
  return new OutgoingRequests<InputQuestion>({
    ...WAITING,
    schedule,
    send: async ({ id }, { register }) => register(id),
    cancel: (_request, _reason, { unregister }) => unregister(),
  });
}

/**
 * Asks the client a question. Abandons the question when its time limit expires or the request to which it belongs
 * ends.
 *
 * @throws {WireError} INVALID_REQUEST if the client did not declare the capability.
 */
export async function askClient<Asked extends Question>(
  outgoing: OutgoingRequests<Asked>,
  question: Asked,
): Promise<JsonObject> {
  const { method, params, clientCapabilities } = question;
  const capability = NEEDED_CAPABILITY[method];
  if (capability === undefined || clientCapabilities[capability] !== undefined)
    return outgoing.request(method, params, question);
  const message = `The client does not support '${method}': it did not declare the capability '${capability}'.`;
  throw wireError('INVALID_REQUEST', message, { method, capability });
}
