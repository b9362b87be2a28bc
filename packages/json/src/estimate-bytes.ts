const TEXT_BYTES = 16;
const VALUE_BYTES = 8;
const OBJECT_BYTES = 32;

/**
 * Estimates the memory of a JSON value: two bytes for each character, plus the cost of its objects. Handles any depth.
 */
export function estimateBytes(value: unknown): number {
  let bytes = 0;
  // Uses an explicit stack, because a peer's message may be nested more deeply than the call stack allows.
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string') bytes += TEXT_BYTES + 2 * next.length;
    else if (typeof next !== 'object' || next === null) bytes += VALUE_BYTES;
    else bytes += OBJECT_BYTES + openObject(next, pending);
  }
  return bytes;
}

/** Adds the cost of an object's keys, and queues its values. */
function openObject(value: object, pending: unknown[]): number {
  if (Array.isArray(value)) {
    for (const item of value) pending.push(item);
    return 0;
  }
  let bytes = 0;
  // Avoids Object.entries: this code runs for every event, and the arrays would cost more than the walk.
  for (const key in value) {
    bytes += VALUE_BYTES + key.length;
    pending.push((value as Readonly<Record<string, unknown>>)[key]);
  }
  return bytes;
}
