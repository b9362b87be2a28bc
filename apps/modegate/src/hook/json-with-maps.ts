/** Serialises plain values and maps as JSON. Omits undefined members. */
export function stringifyWithMaps(value: unknown): string {
  return JSON.stringify(value, (_key, member) => (member instanceof Map ? { [mark]: [...member] } : member));
}

/** Restores the values that `stringifyWithMaps` serialised. */
export function parseWithMaps<Value>(text: string): Value {
  // Maps are rare, and checking every value would take longer than everything else here.
  if (!text.includes(markInText)) return JSON.parse(text);
  return JSON.parse(text, (_key, member) => (isMarked(member) ? new Map(member[mark]) : member));
}

const mark = '\u0000map';
const markInText = JSON.stringify(mark).slice(1, -1);

function isMarked(value: unknown): value is { readonly [mark]: readonly [unknown, unknown][] } {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, mark);
}

/** Compares plain values and maps by content; treats an undefined member as missing. */
export function isDeepEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (one instanceof Map) return other instanceof Map && isDeepEqual([...one], [...other]);
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
    isDeepEqual(memberOf(one, key), memberOf(other, key)),
  );
}

function memberOf(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key as never] : undefined;
}
