import { compilePolicy, decide, findNextChange, type Policy } from '@modegate/mode-core';
import type { McpSchedule } from '@modegate/mode-core/modes';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { weekdays } from '../../src/modes/mode.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
const clock = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`);

const schedule: fc.Arbitrary<McpSchedule> = fc
  .record({
    timeZone: fc.constantFrom(...zones),
    days: fc.option(fc.subarray([...weekdays], { minLength: 1 }), { nil: undefined }),
    times: fc.option(
      fc
        .tuple(clock, fc.oneof({ weight: 9, arbitrary: clock }, { weight: 1, arbitrary: fc.constant('24:00') }))
        .filter(([from, to]) => from !== to),
      { nil: undefined },
    ),
  })
  .map(({ timeZone, days, times }) => ({
    timeZone,
    ...(days === undefined && times !== undefined ? {} : { days: days ?? ['mon' as const] }),
    ...(times === undefined ? {} : { from: times[0], to: times[1] }),
  }));

/** Times of 1973 to 2037, most of them within some hours of a change of the clocks somewhere. */
const time = fc.oneof(
  fc.integer({ min: Date.UTC(1973, 3), max: Date.UTC(2037, 11) }),
  fc
    .tuple(
      fc.constantFrom(
        '2011-12-30',
        '2016-03-13',
        '2026-03-08',
        '2026-03-29',
        '2026-10-25',
        '2026-11-01',
        '2026-04-05',
        '2026-10-04',
      ),
      fc.integer({ min: -dayMs, max: 2 * dayMs }),
    )
    .map(([date, offset]) => Date.parse(`${date}T00:00Z`) + offset),
);

/** The slow and obvious way: what the wall clock of the zone shows, read as text. */
function isOpenBySight({ timeZone, days = weekdays, from = '00:00', to = '24:00' }: McpSchedule, at: number): boolean {
  const sight = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (wanted: string) => sight.find(({ type }) => type === wanted)?.value ?? '';
  const shown = `${part('hour')}:${part('minute')}`;
  const today = part('weekday').toLowerCase();
  const isDay = (day: string | undefined) => (days as readonly (string | undefined)[]).includes(day);
  const yesterday = weekdays.at((weekdays as readonly string[]).indexOf(today) - 1);
  // As texts, times of this form stand in their order.
  if (from < to) return isDay(today) && shown >= from && shown < to;
  return (isDay(today) && shown >= from) || (isDay(yesterday) && shown < to);
}

function policyOf(given: McpSchedule | readonly McpSchedule[]): Policy {
  const mode = { slug: 'm', name: 'M', roleDefinition: 'R', groups: ['mcp'] as const };
  return compilePolicy({ builtin: [], project: [{ ...mode, mcpRestrictions: { schedule: given } }] });
}

function isOpen(policy: Policy, at: number): boolean {
  return decide(policy, { mode: 'm', tool: 'use_mcp_tool', mcp: { server: 's', tool: 't' }, at }).allowed;
}

test('a schedule is open when the wall clock says so, in any zone and at any time', () => {
  fc.assert(
    fc.property(
      fc.array(schedule, { minLength: 1, maxLength: 3 }),
      fc.array(time, { minLength: 1, maxLength: 10 }),
      (schedules, times) => {
        const policy = policyOf(schedules);
        expect(policy.problems).toEqual([]);
        for (const at of times) expect(isOpen(policy, at)).toBe(schedules.some((one) => isOpenBySight(one, at)));
      },
    ),
    { numRuns: 1500 },
  );
});

test('a schedule does not change until findNextChange, and changes then', () => {
  fc.assert(
    fc.property(
      fc.array(schedule, { minLength: 1, maxLength: 2 }),
      time,
      fc.integer({ min: 1, max: 97 }),
      (schedules, at, step) => {
        const policy = policyOf(schedules);
        const before = isOpen(policy, at);
        const next = findNextChange(policy, { mode: 'm', at });
        const end = next ?? at + 14 * dayMs;
        for (let probe = at; probe < end; probe += step * 7 * minuteMs) expect(isOpen(policy, probe)).toBe(before);
        if (next === undefined) return;
        expect(next).toBeGreaterThan(at);
        expect(isOpen(policy, next - 1)).toBe(before);
        expect(isOpen(policy, next)).toBe(!before);
      },
    ),
    { numRuns: 400 },
  );
});

test('findNextChange returns the first minute of the change', () => {
  fc.assert(
    fc.property(schedule, time, (one, at) => {
      const next = findNextChange(policyOf(one), { mode: 'm', at });
      const before = isOpenBySight(one, at);
      // Read by sight, minute by minute, for the last two hours before it.
      const end = next ?? at + 2 * dayMs;
      const first = Math.max(Math.ceil(at / minuteMs), Math.floor(end / minuteMs) - 120) * minuteMs;
      for (let probe = first; probe < end; probe += minuteMs) expect(isOpenBySight(one, probe)).toBe(before);
      if (next !== undefined) expect(isOpenBySight(one, next)).toBe(!before);
    }),
    { numRuns: 40 },
  );
});
