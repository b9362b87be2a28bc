import { backgroundSchedule, timerSchedule } from '@modegate/timing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each(Object.entries({ timerSchedule, backgroundSchedule }))('the timer %s', (_name, schedule) => {
  test('a timer runs once, and not after it is cancelled', () => {
    const run = vi.fn();
    schedule(run, 10);
    schedule(run, 10)();
    vi.advanceTimersByTime(100);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('a timer treats a delay beyond the maximum as the longest possible one', () => {
    const run = vi.fn();
    for (const delayMs of [2 ** 31, 1e15, Number.POSITIVE_INFINITY]) schedule(run, delayMs);
    vi.advanceTimersByTime(1_000_000);
    expect(run).not.toHaveBeenCalled();
  });
});

test('only a background timer lets the process end', () => {
  vi.useRealTimers();
  const spy = vi.spyOn(globalThis, 'setTimeout');
  timerSchedule(() => undefined, 1_000)();
  backgroundSchedule(() => undefined, 1_000)();
  expect(spy.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([true, false]);
});
