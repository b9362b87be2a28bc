import { compilePolicy } from '@modegate/mode-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshOnSchedule } from '../../src/gateway/refresh-on-schedule.ts';

const opens = Date.UTC(2026, 0, 5, 9);
beforeEach(() => vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function policyOf(mcpRestrictions: object) {
  const mode = { slug: 'm', name: 'M', roleDefinition: 'r', groups: ['mcp'], mcpRestrictions };
  return compilePolicy({ project: [mode as never], now: Date.now });
}

test('lists are refreshed at the moment a schedule opens, and not before', () => {
  vi.setSystemTime(opens - 4_000);
  const policy = policyOf({ schedule: { timeZone: 'UTC', days: ['mon'], from: '09:00', to: '17:00' } });
  const seen: number[] = [];
  const stop = refreshOnSchedule(
    () => ({ policy }),
    () => seen.push(Date.now() - opens),
  );
  vi.advanceTimersByTime(3_999);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual([0]);
  vi.advanceTimersByTime(15_000);
  expect(seen).toEqual([0, 15_000]);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(seen).toHaveLength(2);
});

test('lists are refreshed every 15 seconds without a schedule', () => {
  vi.setSystemTime(opens);
  const policy = policyOf({});
  const refresh = vi.fn();
  const stop = refreshOnSchedule(() => ({ policy }), refresh);
  vi.advanceTimersByTime(45_000);
  expect(refresh).toHaveBeenCalledTimes(3);
  stop();
});
