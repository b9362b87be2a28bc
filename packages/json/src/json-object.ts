/** A JSON object as returned by `JSON.parse`; its members are unchecked. */
export type JsonObject = { readonly [key: string]: unknown };

/** True for a JSON object: neither `null` nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
