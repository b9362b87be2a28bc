/**
 * Joins keys to a JSON pointer.
 *
 * @returns RFC 6901 text; no segments give `''`, the whole document.
 */
export function toJsonPointer(segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * Splits a JSON pointer into its keys.
 *
 * @returns The keys, or `undefined` when the text is not a JSON pointer (RFC 6901 section 3).
 */
export function fromJsonPointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
