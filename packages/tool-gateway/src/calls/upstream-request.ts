import type { JsonObject } from '@modegate/json';
import type { RequestInput, UpstreamRequestOptions } from '@modegate/mcp-host/connections';
import type { Progress } from '@modegate/mcp-protocol';
import { stripTask } from '../catalogue/strip-task-support.ts';
import type { ClientRequest } from '../clients/client-request.ts';
import type { Upstreams } from '../open-upstreams.ts';
import type { UpstreamRequest } from './request-middleware.ts';

// Whose results may link to resources that no server lists.
const LINKING: ReadonlySet<string> = new Set(['tools/call', 'prompts/get']);

/**
 * Sends a request to its server; what the server asks before it answers goes to this client.
 *
 * @param recheck - Called before the request goes out again with answers; throws when it must not.
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
 * The params of a client's request for a server: everything but a wish for a task, the progress token, which is ours to give, and what the client
 * says of itself: handed on, it would speak for us, and a server of both eras could go by it.
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

/** How the keys of `_meta` begin that belong to the protocol itself (MCP 2026-07-28, basic: `_meta`). */
const PROTOCOL_KEYS = 'io.modelcontextprotocol/';

/** An answer to a question of a server reaches it by way of the question alone, whatever a client writes into a request (MCP 2026-07-28). */
function withoutTries(params: JsonObject): JsonObject {
  if (!('requestState' in params || 'inputResponses' in params)) return params;
  const { requestState: _state, inputResponses: _answers, ...asked } = params;
  return asked;
}

/** Hands a client's cancellation to the server, and the server's progress to a client that asked for it. */
export function upstreamOptions(request: ClientRequest, input?: RequestInput): UpstreamRequestOptions {
  const { cancellation, meta } = request;
  const options =
    cancellation === undefined ? { signal: request.signal, input } : { cancelledWith: cancellation, input };
  if (meta.progressToken === undefined) return options;
  return { ...options, onProgress: ({ progressToken: _token, ...progress }) => void passProgress(request, progress) };
}

// With whatever else the server says of the step.
function passProgress(request: ClientRequest, progress: JsonObject): Promise<void> {
  return typeof progress.progress === 'number'
    ? request.progress(progress as JsonObject & Progress)
    : Promise.resolve();
}
