import { isJsonObject, type JsonObject } from '@modegate/json';
import {
  IncomingRequest,
  type InvalidMessage,
  type JsonRpcErrorObject,
  type JsonRpcRequest,
  preview,
  type RequestId,
  RPC_ERROR_CODES,
  readRpcError,
} from '@modegate/json-rpc';

export interface ServerRequestsOptions {
  readonly running: Map<RequestId, IncomingRequest>;
  readonly send: (message: JsonObject) => Promise<void>;
  readonly onRequest: (
    method: string,
    params: JsonObject,
    context: { readonly signal: AbortSignal },
  ) => Promise<JsonObject>;
  readonly note: (text: string) => void;
  /** Maximum number of unanswered requests; the number of unsent responses may be up to sixteen times as high. */
  readonly maxAtOnce: number;
}

interface State extends ServerRequestsOptions {
  /** Number of responses that are due or being sent, including rejections. */
  unsent: number;
}

const NO_PARAMS: JsonObject = {};
// Rejections and pings come in bursts, but the responses to them are small.
const UNSENT_PER_REQUEST = 16;

/** Creates an empty set of requests, which answers `ping` on its own. */
export function createServerRequests(options: ServerRequestsOptions) {
  const state: State = { ...options, unsent: 0 };
  return {
    /** Handles a request; the response is sent later. */
    take: (request: JsonRpcRequest) => {
      if (!isFlooded(state, request.id)) take(state, request);
    },
    /** Rejects a request with malformed params; logs anything that is not a request. */
    refuse: ({ id, name, message }: InvalidMessage) => {
      if (id === null || name === 'INVALID_REQUEST') state.note(message);
      else if (!isFlooded(state, id)) answer(state, id, failure(name, message));
    },
    /**
     * Handles the params of `notifications/cancelled`: aborts the request specified there, which is then never
     * answered.
     */
    cancel: ({ requestId, reason }: JsonObject) => {
      const id = requestId as RequestId;
      const request = state.running.get(id);
      state.running.delete(id);
      request?.cancel(new Error(typeof reason === 'string' ? reason : 'The server cancelled its request'));
    },
  };
}

/**
 * True if the server sends requests without reading the responses; such a server must not be allowed to fill this
 * process's memory.
 */
function isFlooded({ unsent, maxAtOnce, note }: State, id: RequestId): boolean {
  if (unsent < UNSENT_PER_REQUEST * maxAtOnce) return false;
  note(`The request ${preview(id)} was dropped: the server is not reading the responses to its earlier requests`);
  return true;
}

function take(state: State, request: JsonRpcRequest): void {
  const { id, method } = request;
  const { running, maxAtOnce } = state;
  if (method === 'ping') answer(state, id, { result: {} });
  else if (running.has(id)) {
    answer(state, id, failure('INVALID_REQUEST', `The id ${preview(id)} belongs to a request that is still running.`));
  } else if (running.size >= maxAtOnce) {
    const text = `More than ${maxAtOnce} concurrent requests; wait for responses before sending more.`;
    answer(state, id, failure('INTERNAL_ERROR', text));
  } else void run(state, new IncomingRequest(request));
}

async function run(state: State, incoming: IncomingRequest): Promise<void> {
  const { id } = incoming.request;
  state.running.set(id, incoming);
  const outcome = await ask(state, incoming);
  // The link has ended, or the request was cancelled; in the latter case, its id may already have been reused.
  if (incoming.cancelled) return;
  state.running.delete(id);
  answer(state, id, outcome);
}

async function ask({ onRequest }: State, { request, signal }: IncomingRequest): Promise<JsonObject> {
  const { method, params = NO_PARAMS } = request;
  try {
    const result: unknown = await onRequest(method, params, { signal });
    return isJsonObject(result) ? { result } : failure('INTERNAL_ERROR', `"${method}" could not be answered.`);
  } catch (error) {
    const known = readRpcError(error);
    if (known !== undefined) return { error: known };
    return failure('INTERNAL_ERROR', error instanceof Error ? error.message : 'Internal error');
  }
}

function failure(name: keyof typeof RPC_ERROR_CODES, message: string): { readonly error: JsonRpcErrorObject } {
  return { error: { code: RPC_ERROR_CODES[name], message } };
}

function answer(state: State, id: RequestId, members: JsonObject): void {
  state.unsent++;
  const sent = (): void => {
    state.unsent--;
  };
  // If a response cannot be sent, the link is ending anyway.
  state.send({ jsonrpc: '2.0', id, ...members }).then(sent, sent);
}
