import { isJsonObject, type JsonObject } from '@modegate/json';
import { briefly } from '../json-rpc/json-object.ts';
import { readRpcError } from '../json-rpc/rpc-error.ts';

/** The requests that a server has put to us and that are not yet answered. */
export interface ServerRequests {
  /** Takes a request; its answer is sent when there is one. */
  take(message: JsonObject, method: string): void;
  /** Takes the params of `notifications/cancelled`: aborts that request, which is then never answered. */
  cancel(params: JsonObject): void;
  /** Aborts all of them. */
  end(reason: string): void;
}

export interface ServerRequestsOptions {
  readonly send: (message: JsonObject) => Promise<void>;
  readonly onRequest: (
    method: string,
    params: JsonObject,
    context: { readonly signal: AbortSignal },
  ) => Promise<JsonObject>;
  readonly note: (text: string) => void;
  /** How many may be unanswered; answers that the server does not take may be sixteen times as many. */
  readonly maxAtOnce: number;
}

type RequestId = string | number;

interface State extends ServerRequestsOptions {
  readonly running: Map<RequestId, AbortController>;
  /** Answers that are due or on their way, refusals included. */
  unsent: number;
}

const NO_PARAMS: JsonObject = {};
// Refusals and pings come in bursts, and their answers are small.
const UNSENT_PER_REQUEST = 16;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

/** Creates an empty set of requests; `ping` is answered inside. */
export function createServerRequests(options: ServerRequestsOptions): ServerRequests {
  const state: State = { ...options, running: new Map(), unsent: 0 };
  return {
    take: (message, method) => take(state, message, method),
    cancel: ({ requestId, reason }) => {
      const id = requestId as RequestId;
      const controller = state.running.get(id);
      state.running.delete(id);
      controller?.abort(new Error(typeof reason === 'string' ? reason : 'The server cancelled its request'));
    },
    end: (reason) => {
      for (const controller of state.running.values()) controller.abort(new Error(reason));
      state.running.clear();
    },
  };
}

function take(state: State, message: JsonObject, method: string): void {
  const { id, params } = message;
  if (typeof id !== 'string' && typeof id !== 'number') {
    state.note(`A request ${briefly(method)} whose "id" is ${briefly(id)}, expected a string or a number`);
    return;
  }
  // A server that asks without reading the answers must not fill our memory.
  if (state.unsent >= UNSENT_PER_REQUEST * state.maxAtOnce) {
    state.note(`The request ${briefly(method)} was dropped: the server does not read the answers to its earlier ones`);
    return;
  }
  const refuse = (code: number, text: string): void => answer(state, { id, error: { code, message: text } });
  if (params !== undefined && !isJsonObject(params)) {
    refuse(INVALID_PARAMS, `"params" is ${briefly(params)}, expected an object.`);
  } else if (method === 'ping') answer(state, { id, result: {} });
  else if (state.running.has(id))
    refuse(INVALID_REQUEST, `The id ${briefly(id)} belongs to a request that is still running.`);
  else if (state.running.size >= state.maxAtOnce) {
    refuse(INTERNAL_ERROR, `More than ${state.maxAtOnce} requests at once; wait for answers before asking more.`);
  } else void run(state, { id, method, params: params ?? NO_PARAMS });
}

async function run(
  state: State,
  { id, method, params }: { readonly id: RequestId; readonly method: string; readonly params: JsonObject },
): Promise<void> {
  const controller = new AbortController();
  state.running.set(id, controller);
  const outcome = await ask(state, { method, params, signal: controller.signal });
  // Cancelled meanwhile, or the link has ended; the id may even be in use again.
  if (state.running.get(id) !== controller) return;
  state.running.delete(id);
  answer(state, { id, ...outcome });
}

async function ask(
  { onRequest }: State,
  { method, params, signal }: { readonly method: string; readonly params: JsonObject; readonly signal: AbortSignal },
): Promise<JsonObject> {
  try {
    const result: unknown = await onRequest(method, params, { signal });
    if (isJsonObject(result)) return { result };
    return { error: { code: INTERNAL_ERROR, message: `No answer to "${method}" could be made.` } };
  } catch (error) {
    return { error: errorObject(error) };
  }
}

function errorObject(thrown: unknown): JsonObject {
  const error = readRpcError(thrown);
  if (error === undefined) {
    return { code: INTERNAL_ERROR, message: thrown instanceof Error ? thrown.message : 'Internal error' };
  }
  const { code, message, data } = error;
  return data === undefined ? { code, message } : { code, message, data };
}

function answer(state: State, members: JsonObject): void {
  state.unsent++;
  const sent = (): void => {
    state.unsent--;
  };
  // An answer that cannot be sent is noticed by the end of the link.
  state.send({ jsonrpc: '2.0', ...members }).then(sent, sent);
}
