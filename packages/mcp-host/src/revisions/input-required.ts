import { isJsonObject, type JsonObject } from '@modegate/json';
import { preview } from '@modegate/json-rpc';
import { INPUT_METHODS } from '@modegate/json-rpc/mcp';

/** A question that a server asks before it answers a request. */
export interface InputRequest {
  /** The name by which the server identifies the question; repeated in the answer. */
  readonly key: string;
  readonly method: string;
  readonly params: JsonObject;
}

/** The input that a server requires to continue a request (MCP 2026-07-28, basic/patterns/mrtr). */
export interface RequiredInput {
  /** The questions, in the order in which the server sent them. */
  readonly requests: readonly InputRequest[];
  /** Opaque state, which is returned unchanged; undefined if the server sent none. */
  readonly requestState: string | undefined;
}

/** Questions that a server may ask (basic/patterns/mrtr, Server Requirements). */
const ASKED: ReadonlySet<string> = new Set(['elicitation/create', 'sampling/createMessage', 'roots/list']);

/** Maximum number of questions in one result. */
export const MAX_INPUT_REQUESTS = 32;

/** Maximum length of the state, in UTF-16 units. */
export const MAX_REQUEST_STATE_LENGTH = 262_144;

/**
 * Reads an input-required result, or returns the reason why MCP does not allow the result (a predicate that completes
 * "it … ").
 */
export function readRequiredInput(method: string, result: JsonObject): RequiredInput | string {
  const { inputRequests = {}, requestState } = result;
  if (!INPUT_METHODS.has(method))
    return `answered "${method}" with a request for input, which MCP does not allow for this method`;
  if (!isJsonObject(inputRequests)) return `asks for input with ${preview(inputRequests)}, expected an object`;
  if (requestState !== undefined && typeof requestState !== 'string')
    return `asks for input with ${preview(requestState)} as "requestState", expected a string`;
  if (requestState !== undefined && requestState.length > MAX_REQUEST_STATE_LENGTH)
    return `asks for input with a "requestState" of ${requestState.length} characters, more than the limit of ${MAX_REQUEST_STATE_LENGTH}`;
  const entries = Object.entries(inputRequests);
  if (entries.length === 0 && requestState === undefined) return 'asks for input without specifying any';
  if (entries.length > MAX_INPUT_REQUESTS)
    return `asks for ${entries.length} inputs at once, more than the limit of ${MAX_INPUT_REQUESTS}`;
  const requests: InputRequest[] = [];
  for (const [key, asked] of entries) {
    const request = readInputRequest(key, asked);
    if (typeof request === 'string') return request;
    requests.push(request);
  }
  return { requests, requestState };
}

function readInputRequest(key: string, asked: unknown): InputRequest | string {
  if (!isJsonObject(asked) || typeof asked.method !== 'string')
    return `asks for the input ${preview(key)} with ${preview(asked)}, expected a request`;
  const { method, params = {} } = asked;
  if (!ASKED.has(method))
    return `asks for the input ${preview(key)} with the method ${preview(method)}, which MCP does not define`;
  if (!isJsonObject(params)) return `sends "${method}" with ${preview(params)} as "params", expected an object`;
  return { key, method, params };
}
