/** A JSON object as an upstream sent it: the very object that `JSON.parse` gave, never mutated. */
export interface JsonObject {
  readonly [key: string]: unknown;
}

/** True for what JSON calls an object: neither `null` nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
