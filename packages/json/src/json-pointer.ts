/**
 * Joins keys to form a JSON pointer (RFC 6901); an empty list of keys yields `''`, which refers to the whole document.
 */
export function jsonPointer(...keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * Splits a JSON pointer into keys; `''` yields no keys. Returns undefined if the text is not a pointer (RFC 6901
 * section 3).
 */
export function parsePointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  const keys = pointer.slice(1).split('/');
  if (!pointer.includes('~')) return keys;
  if (/~(?![01])/.test(pointer)) return undefined;
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * Returns the value to which a JSON pointer refers in a document; undefined if there is no such value. Inherited
 * members are ignored.
 */
export function resolvePointer(document: unknown, pointer: string): unknown {
  let value = document;
  for (const key of parsePointer(pointer) ?? [undefined]) {
    if (key === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
      return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}
