import { isJsonObject, type JsonObject } from '@modegate/json';

const ENVELOPE = 'io.modelcontextprotocol/';

/**
 * The params of a request without what it says of its client and of earlier tries. That was meant for this server: handed on, it would
 * speak for us to another.
 */
export function withoutEnvelope(params: JsonObject): JsonObject {
  const { _meta: meta, requestState: _state, inputResponses: _answers, ...asked } = params;
  if (!isJsonObject(meta)) return asked;
  const kept = Object.entries(meta).filter(([key]) => !key.startsWith(ENVELOPE));
  return kept.length === 0 ? asked : { ...asked, _meta: Object.fromEntries(kept) };
}
