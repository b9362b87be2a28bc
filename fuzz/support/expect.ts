import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';

/** Throws with what was expected and what came instead. */
export function expect(isTrue: boolean, expected: string, ...got: readonly unknown[]): asserts isTrue {
  if (!isTrue) throw new Error(`Expected ${expected}.${got.map((value) => `\nGot: ${shown(value)}`).join('')}`);
}

/** Throws unless two plain values are equal all the way down. */
export function expectEqual(actual: unknown, wanted: unknown, what: string): void {
  expect(isDeepStrictEqual(actual, wanted), `${what} to be ${shown(wanted)}`, actual);
}

/** Returns what the action does; throws when the best of up to five runs takes longer than the limit on this thread's own clock. */
export function quickly<Value>(action: () => Value, limitMs: number, what: string): Value {
  let [best, value] = timed(action);
  for (let run = 1; run < 5 && best >= limitMs; run++) best = Math.min(best, timed(action)[0]);
  expect(best < limitMs, `${what} to take less than ${limitMs} ms of this thread`, `${best.toFixed(1)} ms`);
  return value;
}

/** A value as text, shortened. */
export function shown(value: unknown): string {
  const text = fc.stringify(value);
  return text.length > 3000 ? `${text.slice(0, 3000)}… (${text.length} characters)` : text;
}

// The clock of the thread: another process on a busy machine does not count against the code.
function timed<Value>(action: () => Value): [number, Value] {
  const before = process.threadCpuUsage();
  const value = action();
  const { user, system } = process.threadCpuUsage(before);
  return [(user + system) / 1000, value];
}
