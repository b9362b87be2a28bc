/**
 * The deepest nesting of objects and arrays that is looked at. Schemas that people write stay below 30, and what is much deeper cannot be
 * passed on anyway: `JSON.stringify` runs out of stack.
 */
export const maxJsonDepth = 200;

/** True when a value nests objects and arrays more than {@link maxJsonDepth} levels deep, or holds itself. */
export function isTooDeep(value: unknown, levelsLeft: number = maxJsonDepth): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levelsLeft === 0) return true;
  return Object.values(value).some((member) => isTooDeep(member, levelsLeft - 1));
}

/**
 * One text for all spellings of one JSON value: keys sorted by their UTF-16 units, no white space, numbers as JavaScript writes them (as in
 * RFC 8785). What `JSON.parse` never gives (functions, `undefined`) is left out or written as `null`; infinite numbers, which it gives for
 * `1e999`, stay apart from `null`. Texts are not normalised: two spellings of `é` are two values.
 *
 * @returns `undefined` when the value {@link isTooDeep}. Never throws.
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
