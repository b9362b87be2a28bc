/** A JSON object as `JSON.parse` gives it: no schema has looked at its members. */
export type JsonObject = { readonly [key: string]: unknown };

/** Whether a value is what JSON calls an object: neither `null` nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
