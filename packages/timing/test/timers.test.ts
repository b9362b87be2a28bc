import { backgroundSchedule, timerSchedule } from '@modegate/timing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each(Object.entries({ timerSchedule, backgroundSchedule }))('%s', (_name, schedule) => {
  test('runs once, and not when it is cancelled', () => {
    const run = vi.fn();
    schedule(run, 10);
    schedule(run, 10)();
    vi.advanceTimersByTime(100);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('takes a delay that is longer than a timer can hold for the longest', () => {
    const run = vi.fn();
    for (const delayMs of [2 ** 31, 1e15, Number.POSITIVE_INFINITY]) schedule(run, delayMs);
    vi.advanceTimersByTime(1_000_000);
    expect(run).not.toHaveBeenCalled();
  });
});

test('only background work lets the process end', () => {
  vi.useRealTimers();
  const spy = vi.spyOn(globalThis, 'setTimeout');
  timerSchedule(() => undefined, 1_000)();
  backgroundSchedule(() => undefined, 1_000)();
  expect(spy.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([true, false]);
});
