import type { JsonObject } from '@modegate/json';
import type { RequestInput, UpstreamRequestOptions } from '@modegate/mcp-host/connections';
import type { Progress } from '@modegate/mcp-protocol';
import { stripTask } from '../catalogue/strip-task-support.ts';
import type { ClientRequest } from '../clients/client-request.ts';
import type { Upstreams } from '../open-upstreams.ts';
import type { UpstreamRequest } from './request-middleware.ts';

// Methods whose results may link to unlisted resources.
const LINKING: ReadonlySet<string> = new Set(['tools/call', 'prompts/get']);

/**
 * Sends a request to its server; any questions from the server go to this client.
 *
 * @param recheck - Called before the request is sent again with answers; throws if the request is no longer allowed.
 */
export async function sendUpstream(
  { connections, questions, index, requestMiddleware }: Upstreams,
  request: UpstreamRequest,
  recheck: () => Promise<void>,
): Promise<JsonObject> {
  const { server, method, params, from } = request;
  const end = questions.begin(server, from);
  try {
    const options = upstreamOptions(from, questions.inputOf(server, from, recheck));
    const result = await (requestMiddleware === undefined
      ? connections.request(server, method, params, options)
      : requestMiddleware(request, (sent) => connections.request(server, method, sent, options)));
    if (LINKING.has(method)) index.rememberLinks(server, result);
    return result;
  } finally {
    end();
  }
}

/**
 * Returns the params to send to a server, without a task request, the client's progress token or the client's metadata.
 * A server would mistake that metadata for the gateway's own, and a server that supports both protocol revisions could
 * choose its revision on the basis of that metadata.
 */
export function upstreamParams({ params: asked, meta }: ClientRequest): JsonObject {
  const params = withoutTries(stripTask(asked));
  const all = Object.entries(meta);
  const kept = all.filter(([key]) => key !== 'progressToken' && !key.startsWith(PROTOCOL_KEYS));
  if (kept.length === all.length) return params;
  if (kept.length > 0) return { ...params, _meta: Object.fromEntries(kept) };
  const { _meta, ...others } = params;
  return others;
}

/** Prefix of the protocol's own keys in `_meta` (MCP 2026-07-28, basic: `_meta`). */
const PROTOCOL_KEYS = 'io.modelcontextprotocol/';

/**
 * Removes answers from a client's params: answers are sent only by the code that asked a server's questions, regardless
 * of anything that a client writes into a request (MCP 2026-07-28).
 */
function withoutTries(params: JsonObject): JsonObject {
  if (!('requestState' in params || 'inputResponses' in params)) return params;
  const { requestState: _state, inputResponses: _answers, ...asked } = params;
  return asked;
}

/**
 * Passes a client's cancellation to the server, and passes the server's progress to the client if the client has
 * requested it.
 */
export function upstreamOptions(request: ClientRequest, input?: RequestInput): UpstreamRequestOptions {
  const { cancellation, meta } = request;
  const options =
    cancellation === undefined ? { signal: request.signal, input } : { cancelledWith: cancellation, input };
  if (meta.progressToken === undefined) return options;
  return { ...options, onProgress: ({ progressToken: _token, ...progress }) => void passProgress(request, progress) };
}

// Includes additional members of the server's notification.
function passProgress(request: ClientRequest, progress: JsonObject): Promise<void> {
  return typeof progress.progress === 'number'
    ? request.progress(progress as JsonObject & Progress)
    : Promise.resolve();
}
