/**
 * Maximum nesting of objects and arrays. Schemas written by people stay below 30, and much deeper values cannot be
 * passed on anyway, because `JSON.stringify` overflows the stack.
 */
export const maxJsonDepth = 200;

/** True if a value nests objects and arrays more than {@link maxJsonDepth} levels deep, or contains itself. */
export function isTooDeep(value: unknown, levelsLeft: number = maxJsonDepth): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levelsLeft === 0) return true;
  return Object.values(value).some((member) => isTooDeep(member, levelsLeft - 1));
}

/**
 * Returns the canonical text of a JSON value: keys sorted by UTF-16 units, no white space, numbers as JavaScript writes
 * them (as in RFC 8785). Values that `JSON.parse` never returns (functions, `undefined`) are omitted or become `null`;
 * infinite numbers, which `JSON.parse` returns for `1e999`, differ from `null`. Strings are not normalised: two
 * spellings of `é` are two different values.
 * @returns `undefined` if the value is too deep (see {@link isTooDeep}). Never throws.
 */
export function canonicalJson(value: unknown): string | undefined {
  return isTooDeep(value) ? undefined : write(value);
}

function write(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return Object.is(value, -0) ? '0' : String(value);
    case 'boolean':
      return String(value);
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? `[${value.map(write).join(',')}]` : writeObject(value);
    default:
      return 'null';
  }
}

function writeObject(value: object): string {
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${write(member)}`);
  return `{${members.join(',')}}`;
}
