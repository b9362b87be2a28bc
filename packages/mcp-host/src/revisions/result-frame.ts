import { isJsonObject, type JsonObject } from '@modegate/json';
import { META_KEYS } from '@modegate/json-rpc/mcp';

/** How a modern result says that the server needs something first (MCP 2026-07-28, basic/patterns/mrtr). */
export const INPUT_REQUIRED = 'input_required';

/**
 * Whether a result is what it looks like. One without a type is (basic/index, ResultType: servers of earlier revisions write none); any type
 * but `complete` is of a meaning that a legacy client, or one without the extension, does not know.
 */
export function isComplete({ resultType }: JsonObject): boolean {
  return resultType === undefined || resultType === 'complete';
}

/**
 * A modern result without what is between the server and us: its type, the name of the server, and for whom it may be kept. Who hands it on
 * decides for itself what it says of those; `public` above all is a claim that does not hold behind a policy.
 */
export function withoutFrame(result: JsonObject): JsonObject {
  const { resultType: _type, ttlMs: _ttl, cacheScope: _scope, ...content } = result;
  const { _meta: meta } = content;
  if (!isJsonObject(meta) || meta[META_KEYS.serverInfo] === undefined) return content;
  const { [META_KEYS.serverInfo]: _server, ...kept } = meta;
  const { _meta, ...others } = content;
  return Object.keys(kept).length === 0 ? others : { ...others, _meta: kept };
}

/** For how many milliseconds a modern result stays fresh; 0 for one that says nothing usable (server/utilities/caching). */
export function freshForMs({ ttlMs }: JsonObject): number {
  return typeof ttlMs === 'number' && Number.isFinite(ttlMs) && ttlMs > 0 ? Math.min(ttlMs, MAX_FRESH_MS) : 0;
}

/** A server's claim is not believed for longer. */
const MAX_FRESH_MS = 86_400_000;
