import { defined, isJsonObject, type JsonObject } from '@modegate/json';
import { META_KEYS, STATELESS_REVISION } from '@modegate/json-rpc/mcp';
import type { ConnectionContext, Implementation } from '../definitions/context.ts';
import type { RequestHandler, RequestHandlers } from '../requests/request-handler.ts';

type Instructions = string | ((context: ConnectionContext) => string) | undefined;

const KEPT_METHODS = new Set([
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
]);

/** Returns the handlers for revision 2026-07-28; the connection handles `subscriptions/listen`. */
export function statelessHandlersOf(
  handlers: RequestHandlers,
  capabilities: JsonObject,
  instructions: Instructions,
): RequestHandlers {
  const kept = Object.entries(handlers).filter(([method]) => KEPT_METHODS.has(method));
  // No logs are sent to stateless clients, and the core protocol has no tasks.
  const { logging: _logging, tasks: _tasks, ...offered } = capabilities;
  return { ...Object.fromEntries(kept), 'server/discover': discoverHandler(offered, instructions) };
}

/** Creates a handler that returns the content of an `initialize` result to any client at any time. */
function discoverHandler(capabilities: JsonObject, instructions: Instructions): RequestHandler {
  return (_params, { context }) => ({
    supportedVersions: [STATELESS_REVISION],
    capabilities,
    ...defined({ instructions: typeof instructions === 'function' ? instructions(context) : instructions }),
  });
}

/** Time to live for results in a client's cache; calls are checked regardless (MCP 2026-07-28, caching). */
const TTL_MS: Readonly<Record<string, number>> = {
  'server/discover': 60_000,
  'tools/list': 5_000,
  'resources/list': 5_000,
  'resources/templates/list': 5_000,
  'prompts/list': 5_000,
  // The content of a resource can change at any time.
  'resources/read': 0,
};

/**
 * Adds the members that every result has from revision 2026-07-28 on, replacing any such members from another server.
 */
export function completeResult(method: string, result: JsonObject, info: Implementation): JsonObject {
  const ttlMs = TTL_MS[method];
  const meta = isJsonObject(result._meta) ? result._meta : {};
  return {
    ...result,
    resultType: 'complete',
    // Lists depend on the mode and on the client.
    ...(ttlMs === undefined ? {} : { ttlMs, cacheScope: 'private' }),
    _meta: { ...meta, [META_KEYS.serverInfo]: info },
  };
}
