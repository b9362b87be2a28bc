import { isJsonObject, type JsonObject } from '@modegate/json';
import { META_KEYS } from '@modegate/json-rpc/mcp';
import type { Implementation } from '../definitions/context.ts';

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
