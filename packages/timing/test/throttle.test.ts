import { createThrottle, type Schedule } from '@modegate/timing';
import { expect, test } from 'vitest';

/** A pace whose time passes when the test says so, and what has begun at it. */
function heldPace() {
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  const clock = { now: 0, heldMs: 0 };
  const schedule: Schedule = (end, ms) => {
    if (ms > 0) waits.push({ ms, end });
    else {
      clock.now += clock.heldMs;
      end();
    }
    return () => undefined;
  };
  const pace = createThrottle({ now: () => clock.now, schedule });
  const begun: string[] = [];
  const begin = (key: string, name: string, ms: number) => void pace(key, ms).then(() => begun.push(name));
  return { waits, begun, begin, clock };
}

const settle = () => new Promise(setImmediate);

test('V8: work of one key begins after the time due to the work before it', async () => {
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

test('V8: work that takes longer than expected still gets a quarter of the event loop', async () => {
  const { waits, begin, clock } = heldPace();
  clock.heldMs = 50;
  begin('a', 'slow', 120);
  await settle();
  clock.heldMs = 10;
  begin('b', 'as expected', 120);
  await settle();
  expect(waits.map(({ ms }) => ms)).toEqual([150, 110]);
});
