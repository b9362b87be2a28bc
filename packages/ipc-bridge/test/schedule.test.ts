import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { timerSchedule } from '../src/schedule.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the timer of the platform runs once, and not when it is cancelled', () => {
  const run = vi.fn();
  timerSchedule(run, 10);
  timerSchedule(run, 10)();
  vi.advanceTimersByTime(100);
  expect(run).toHaveBeenCalledTimes(1);
});

test('a delay that is longer than a timer can hold does not fire at once', () => {
  const run = vi.fn();
  for (const delayMs of [2 ** 31, 1e15, Number.POSITIVE_INFINITY]) timerSchedule(run, delayMs);
  vi.advanceTimersByTime(1_000_000);
  expect(run).not.toHaveBeenCalled();
});
