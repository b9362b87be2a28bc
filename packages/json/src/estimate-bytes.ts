const TEXT_BYTES = 16;
const VALUE_BYTES = 8;
const OBJECT_BYTES = 32;

/** About how much memory a JSON value takes: two bytes a character, and what its objects cost. It copes with any depth. */
export function estimateBytes(value: unknown): number {
  let bytes = 0;
  // A stack of our own: what a peer sends may be nested deeper than calls may.
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string') bytes += TEXT_BYTES + 2 * next.length;
    else if (typeof next !== 'object' || next === null) bytes += VALUE_BYTES;
    else bytes += OBJECT_BYTES + openObject(next, pending);
  }
  return bytes;
}

/** The cost of the keys; the values are still to come. */
function openObject(value: object, pending: unknown[]): number {
  if (Array.isArray(value)) {
    for (const item of value) pending.push(item);
    return 0;
  }
  let bytes = 0;
  // Not Object.entries: this is asked of every event, and its arrays would cost more than the walk.
  for (const key in value) {
    bytes += VALUE_BYTES + key.length;
    pending.push((value as Readonly<Record<string, unknown>>)[key]);
  }
  return bytes;
}
