import { createKeyedSemaphore, createRateLimit } from '@modegate/timing';
import { describe, expect, test } from 'vitest';

describe('a rate limit', () => {
  const open = (perSecond: number, burst: number) => {
    const clock = { now: 1_000_000.3 };
    return { clock, ...createRateLimit({ perSecond, burst }, () => clock.now) };
  };

  test.each([
    [10, 5],
    [3, 7],
    [0.5, 1],
    [7.7, 300],
  ])('a rate limit of %d a second has a burst of %d, then one for each elapsed turn', (perSecond, burst) => {
    const { take, clock } = open(perSecond, burst);
    for (let turn = 0; turn < burst; turn += 1) expect(take('a')).toEqual({ isFree: true });
    expect(take('a')).toMatchObject({ isFree: false });
    for (let turn = 0; turn < 50; turn += 1) {
      clock.now += 1_000 / perSecond;
      expect([take('a').isFree, take('a').isFree]).toEqual([true, false]);
    }
  });

  test('a rate limit says how long to wait, and that wait is sufficient', () => {
    const { take, clock } = open(4, 1);
    take('a');
    clock.now += 100;
    const answer = take('a');
    expect(answer).toEqual({ isFree: false, retryAfterMs: expect.closeTo(150, 3) });
    clock.now += 150;
    expect(take('a').isFree).toBe(true);
  });

  test('V8: work of several turns passes if one turn is left, and delays the next work', () => {
    const { take, clock } = open(10, 3);
    expect(take('a', 5)).toEqual({ isFree: true });
    expect(take('a')).toEqual({ isFree: false, retryAfterMs: expect.closeTo(300, 3) });
    clock.now += 300;
    expect([take('a').isFree, take('a').isFree]).toEqual([true, false]);
  });

  test('a rate limit never saves up more than its burst', () => {
    const { take, clock } = open(10, 2);
    clock.now += 1e9;
    expect(['a', 'a', 'a'].map((key) => take(key).isFree)).toEqual([true, true, false]);
  });

  test('a rate limit forgets inactive keys and keeps active ones', () => {
    const limit = open(1, 1);
    for (let key = 0; key < 1_024; key += 1) limit.take(String(key));
    limit.clock.now += 500;
    expect(limit.take('late').isFree).toBe(true);
    limit.clock.now += 600;
    for (let key = 0; key < 3_000; key += 1) limit.take(`more ${key}`);
    expect(limit.take('more 2999').isFree).toBe(false);
    limit.clock.now += 2_000;
    for (let key = 0; key < 3_000; key += 1) limit.take(`again ${key}`);
    expect(limit.size).toBeLessThan(5_000);
  });
});

describe('places of a keyed semaphore', () => {
  test('places are limited by key, and a released one can be taken again', () => {
    const places = createKeyedSemaphore(2);
    const [first] = [places.tryAcquire('a'), places.tryAcquire('a'), places.tryAcquire('b')];
    expect(places.tryAcquire('a')).toBeUndefined();
    first?.();
    first?.();
    expect([places.tryAcquire('a'), places.tryAcquire('a')]).toEqual([expect.any(Function), undefined]);
  });

  test('unused places need no memory', () => {
    const places = createKeyedSemaphore(1);
    for (let key = 0; key < 100; key += 1) places.tryAcquire(String(key))?.();
    expect(places.size).toBe(0);
  });
});
