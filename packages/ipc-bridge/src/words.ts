/** Splits text at white space. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** The same value under each of the keys. */
export function recordOf<Value>(keys: readonly string[], value: Value): Readonly<Record<string, Value>> {
  return Object.fromEntries(keys.map((key) => [key, value]));
}
