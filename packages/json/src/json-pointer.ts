/** Joins keys to a JSON pointer (RFC 6901); no keys yield `''`, the whole document. */
export function jsonPointer(...keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * Splits a JSON pointer into keys; `''` has none. Returns undefined if the text is not a pointer (RFC 6901 section 3).
 */
export function parsePointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  const keys = pointer.slice(1).split('/');
  if (!pointer.includes('~')) return keys;
  if (/~(?![01])/.test(pointer)) return undefined;
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the value at a JSON pointer in a document; undefined if there is none. Inherited members do not count. */
export function resolvePointer(document: unknown, pointer: string): unknown {
  let value = document;
  for (const key of parsePointer(pointer) ?? [undefined]) {
    if (key === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
      return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}
