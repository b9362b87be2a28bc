import type { JsonObject } from '@modegate/json';
import { RpcError, signalOf } from '@modegate/json-rpc';
import { STATELESS_REVISION } from '@modegate/json-rpc/mcp';
import { type Schedule, waitAtMost } from '@modegate/timing';
import { hasCode } from '../host-error.ts';
import { refusesVersion } from '../revisions/discover-answer.ts';
import { type RequiredInput, readRequiredInput } from '../revisions/input-required.ts';
import { withRequestMeta } from '../revisions/request-meta.ts';
import { INPUT_REQUIRED, isComplete, withoutFrame } from '../revisions/result-frame.ts';
import { isRefusedRequest } from './discover-server.ts';
import type { ToolHeaders } from './tool-headers.ts';
import { protocolError, resultTypeError } from './upstream-errors.ts';
import type { RequestInput, SendRaw, SendRequest, UpstreamRequestOptions } from './upstream-request.ts';

/** Options of {@link createStatelessRequests}. */
export interface StatelessRequestsOptions {
  /** The name of the server, for messages. */
  readonly name: string | undefined;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** Default capabilities sent with a request. */
  readonly capabilities: JsonObject;
  readonly send: SendRaw;
  readonly logLevel: () => string | undefined;
  /** Headers required by tools; used only over HTTP. */
  readonly toolHeaders: ToolHeaders | undefined;
  readonly schedule: Schedule;
  /** Signal that is aborted when the link ends. */
  readonly ended: AbortSignal;
  /** Called if the server no longer supports the revision that it announced. */
  readonly onLost: (reason: string) => void;
}

/** Maximum number of rounds per request, to stop a server that keeps requesting input. */
export const MAX_ROUNDS = 16;

/** Delay between rounds without a question; doubles each time. */
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 5_000;

/** Error code defined in MCP 2026-07-28, basic/index, Error Codes. */
const HEADER_MISMATCH = -32_020;

/**
 * Sends requests to a stateless server: each request carries this program's identity and capabilities, and a request
 * that is answered with `input_required` is repeated with the answers (MCP 2026-07-28, basic/patterns/mrtr). Metadata
 * meant only for this program is removed from results, except from lists, whose metadata states how long the lists stay
 * fresh.
 */
export function createStatelessRequests(options: StatelessRequestsOptions): SendRequest {
  return async (method, params, requestOptions = {}) => {
    // A client must not set members that only the server may set.
    const { inputResponses: _responses, requestState: _state, ...own } = params ?? {};
    let sent: JsonObject = own;
    for (let round = 1; ; round++) {
      const result = await send(options, { method, params: sent, requestOptions });
      if (isComplete(result)) return method.endsWith('/list') ? offered(options, result) : withoutFrame(result);
      if (result.resultType !== INPUT_REQUIRED) throw resultTypeError(result, { server: options.name, method });
      const required = readRequiredInput(method, result);
      if (typeof required === 'string') throw protocolError(options.name, required);
      if (round === MAX_ROUNDS)
        throw protocolError(options.name, `still asks for input after ${MAX_ROUNDS} rounds of "${method}"`);
      const gathered = await gather(options, { method, required, requestOptions, round });
      await requestOptions.input?.recheck();
      sent = { ...own, ...gathered };
    }
  };
}

interface SentRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly requestOptions: UpstreamRequestOptions;
}

async function send(options: StatelessRequestsOptions, request: SentRequest): Promise<JsonObject> {
  try {
    return await sendOnce(options, request);
  } catch (error) {
    const reason = lostReason(error);
    if (reason !== undefined) options.onLost(reason);
    if (!isHeaderMismatch(options, request, error)) throw withRevision(error);
    // See basic/transports/streamable-http, Client Behavior: the schema of the tool may have changed.
    const before = options.toolHeaders?.of(request.params);
    await readToolsAgain(options, request.requestOptions);
    if (JSON.stringify(options.toolHeaders?.of(request.params)) === JSON.stringify(before)) throw withRevision(error);
    return sendOnce(options, request).catch((again: unknown) => {
      throw withRevision(again);
    });
  }
}

/** Marks an error with the revision that defines its number. */
function withRevision(error: unknown): unknown {
  return error instanceof RpcError ? Object.assign(error, { revision: STATELESS_REVISION }) : error;
}

function sendOnce(
  options: StatelessRequestsOptions,
  { method, params, requestOptions }: SentRequest,
): Promise<JsonObject> {
  const { clientInfo, toolHeaders } = options;
  const { input, ...others } = requestOptions;
  const capabilities = input?.capabilities ?? options.capabilities;
  const sent = withRequestMeta(params, { clientInfo, capabilities, logLevel: options.logLevel() });
  if (toolHeaders === undefined || method !== 'tools/call') return options.send(method, sent, others);
  return options.send(method, sent, { ...others, headers: toolHeaders.of(params) });
}

function offered({ toolHeaders }: StatelessRequestsOptions, page: JsonObject): JsonObject {
  return toolHeaders?.take(page) ?? page;
}

function isHeaderMismatch({ toolHeaders }: StatelessRequestsOptions, { method }: SentRequest, error: unknown): boolean {
  return (
    toolHeaders !== undefined && method === 'tools/call' && error instanceof RpcError && error.code === HEADER_MISMATCH
  );
}

/** Maximum number of pages that are read again for one call. */
const MAX_PAGES_AGAIN = 32;

async function readToolsAgain(options: StatelessRequestsOptions, from: UpstreamRequestOptions): Promise<void> {
  const signal = signalOf(from);
  const requestOptions = signal === undefined ? {} : { signal };
  let params: JsonObject = {};
  for (let page = 0; page < MAX_PAGES_AGAIN; page++) {
    const result = await sendOnce(options, { method: 'tools/list', params, requestOptions });
    offered(options, result);
    if (typeof result.nextCursor !== 'string') return;
    params = { cursor: result.nextCursor };
  }
}

/**
 * Explains why an error means that the server has changed its revision; returns undefined if the error means something
 * else.
 */
function lostReason(error: unknown): string | undefined {
  if (error instanceof RpcError) return refusesVersion(error) ? error.message.slice(0, 200) : undefined;
  if (!hasCode(error, 'UPSTREAM_PROTOCOL')) return undefined;
  const { httpStatus, reason } = error.data;
  return httpStatus !== undefined && isRefusedRequest(httpStatus) ? reason : undefined;
}

interface Gathering {
  readonly method: string;
  readonly required: RequiredInput;
  readonly requestOptions: UpstreamRequestOptions;
  readonly round: number;
}

/** Answers the server's questions and returns the additional params of the next round. */
async function gather(options: StatelessRequestsOptions, gathering: Gathering): Promise<JsonObject> {
  const { method, required, requestOptions, round } = gathering;
  const { requests, requestState } = required;
  const own = signalOf(requestOptions);
  const signal = own === undefined ? options.ended : AbortSignal.any([own, options.ended]);
  const state = requestState === undefined ? {} : { requestState };
  if (requests.length === 0) {
    const limitMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (round - 1));
    await waitAtMost(new Promise(() => {}), { limitMs, schedule: options.schedule, signal });
    return state;
  }
  const { input } = requestOptions;
  if (input === undefined) throw unanswerable(options.name, method, requests);
  const responses = await (input.asksConcurrently === true ? askTogether : askInTurn)(input, requests, signal);
  signal.throwIfAborted();
  return { inputResponses: Object.fromEntries(responses), ...state };
}

type AskAll = (
  input: RequestInput,
  requests: RequiredInput['requests'],
  signal: AbortSignal,
) => Promise<readonly (readonly [key: string, response: JsonObject])[]>;

/** Asks one question at a time, because the questions are answered by a person. */
const askInTurn: AskAll = async (input, requests, signal) => {
  const responses: [string, JsonObject][] = [];
  for (const { key, method, params } of requests) {
    signal.throwIfAborted();
    responses.push([key, await input.answer(method, params, { key, signal })]);
  }
  return responses;
};

/** Asks all questions concurrently; if one fails, the others are withdrawn. */
const askTogether: AskAll = async (input, requests, signal) => {
  const givingUp = new AbortController();
  const context = { signal: AbortSignal.any([signal, givingUp.signal]) };
  try {
    return await Promise.all(
      requests.map(async ({ key, method, params }) => [key, await input.answer(method, params, { key, ...context })]),
    );
  } catch (error) {
    givingUp.abort(error);
    throw error;
  }
};

function unanswerable(server: string | undefined, method: string, requests: RequiredInput['requests']): Error {
  const asked = requests.map((request) => `"${request.method}"`).join(', ');
  return protocolError(
    server,
    `requests ${asked} before it answers "${method}", but no client declared support for this`,
  );
}
