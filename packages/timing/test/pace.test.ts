import { createPace } from '@modegate/timing';
import { expect, test } from 'vitest';

/** A pace whose time passes when the test says so, and what has begun at it. */
function heldPace() {
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  const pace = createPace((end, ms) => {
    waits.push({ ms, end });
    return () => undefined;
  });
  const begun: string[] = [];
  const begin = (key: string, name: string, ms: number) => void pace(key, ms).then(() => begun.push(name));
  return { waits, begun, begin };
}

const settle = () => new Promise(setImmediate);

test('V8: work of one key begins when that before it has been given its time', async () => {
  const { waits, begun, begin } = heldPace();
  begin('a', 'first', 120);
  begin('a', 'second', 80);
  begin('a', 'third', 40);
  await settle();
  expect(begun).toEqual(['first']);
  waits[0]?.end();
  await settle();
  expect(begun).toEqual(['first', 'second']);
  expect(waits.map(({ ms }) => ms)).toEqual([120, 80]);
});

test('V8: work of another key does not wait', async () => {
  const { begun, begin } = heldPace();
  begin('a', 'first', 120);
  begin('a', 'second', 120);
  begin('b', 'other', 120);
  await settle();
  expect(begun).toEqual(['first', 'other']);
});
