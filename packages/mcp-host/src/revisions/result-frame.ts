import { isJsonObject, type JsonObject } from '@modegate/json';
import { META_KEYS } from '@modegate/json-rpc/mcp';

/** The type of a result that asks for input first (MCP 2026-07-28, basic/patterns/mrtr). */
export const INPUT_REQUIRED = 'input_required';

/**
 * True if a result is final. Servers that use earlier revisions send no type (basic/index, ResultType); a type other
 * than `complete` has a meaning unknown to an older client, or to a client without the extension.
 */
export function isComplete({ resultType }: JsonObject): boolean {
  return resultType === undefined || resultType === 'complete';
}

/**
 * Removes the parts of a stateless result that concern only the server and this program: the result type, the server's
 * identity, and the caching metadata. A gateway sets its own values; `public` in particular is wrong behind a policy.
 */
export function withoutFrame(result: JsonObject): JsonObject {
  const { resultType: _type, ttlMs: _ttl, cacheScope: _scope, ...content } = result;
  const { _meta: meta } = content;
  if (!isJsonObject(meta) || meta[META_KEYS.serverInfo] === undefined) return content;
  const { [META_KEYS.serverInfo]: _server, ...kept } = meta;
  const { _meta, ...others } = content;
  return Object.keys(kept).length === 0 ? others : { ...others, _meta: kept };
}

/**
 * Returns the time for which a stateless result stays fresh, in milliseconds; 0 if the result contains no valid value
 * (server/utilities/caching).
 */
export function freshForMs({ ttlMs }: JsonObject): number {
  return typeof ttlMs === 'number' && Number.isFinite(ttlMs) && ttlMs > 0 ? Math.min(ttlMs, MAX_FRESH_MS) : 0;
}

/** Maximum freshness time accepted from a server. */
const MAX_FRESH_MS = 86_400_000;
