/** An object as JSON has them. */
export type JsonObject = { readonly [key: string]: unknown };

/** Tells an object from arrays, null and everything else that JSON knows. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
