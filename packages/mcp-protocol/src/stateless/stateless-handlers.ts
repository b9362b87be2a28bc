import { isJsonObject, type JsonObject } from '@modegate/json';
import { META_KEYS, STATELESS_REVISION } from '@modegate/json-rpc/mcp';
import type { ConnectionContext, Implementation } from '../definitions/context.ts';
import type { RequestHandler, RequestHandlers } from '../requests/request-handler.ts';

type Instructions = string | ((context: ConnectionContext) => string) | undefined;

const KEPT_METHODS = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
];

/** The handlers that revision 2026-07-28 still has, and its own; `subscriptions/listen` belongs to the connection. */
export function statelessHandlersOf(
  handlers: RequestHandlers,
  capabilities: JsonObject,
  instructions: Instructions,
): RequestHandlers {
  const kept = KEPT_METHODS.flatMap((method) => {
    const handler = handlers[method];
    return handler === undefined ? [] : [[method, handler] as const];
  });
  // It sends no log, and the core protocol knows no tasks.
  const { logging: _logging, tasks: _tasks, ...offered } = capabilities;
  return { ...Object.fromEntries(kept), 'server/discover': discoverHandler(offered, instructions) };
}

/** What `initialize` says, for everyone who asks and as often as they like. */
function discoverHandler(capabilities: JsonObject, instructions: Instructions): RequestHandler {
  return (_params, { context }) => ({
    supportedVersions: [STATELESS_REVISION],
    capabilities,
    ...(instructions === undefined
      ? {}
      : { instructions: typeof instructions === 'string' ? instructions : instructions(context) }),
  });
}

/** How long a client may keep an answer; calls are judged again whatever it keeps (MCP 2026-07-28, caching). */
const TTL_MS: Readonly<Record<string, number>> = {
  'server/discover': 60_000,
  'tools/list': 5_000,
  'resources/list': 5_000,
  'resources/templates/list': 5_000,
  'prompts/list': 5_000,
  // What a resource says is how something is now.
  'resources/read': 0,
};

/** Gives a result the members that every one has from revision 2026-07-28 on. Whatever another server wrote there is replaced. */
export function completeResult(method: string, result: JsonObject, info: Implementation): JsonObject {
  const ttlMs = TTL_MS[method];
  const meta = isJsonObject(result._meta) ? result._meta : {};
  return {
    ...result,
    resultType: 'complete',
    // Lists depend on the mode and on who asks.
    ...(ttlMs === undefined ? {} : { ttlMs, cacheScope: 'private' }),
    _meta: { ...meta, [META_KEYS.serverInfo]: info },
  };
}
