import { compilePolicy, decide, findNextChange, listTools, type Policy } from '@modegate/mode-core';
import type { McpSchedule } from '@modegate/mode-core/modes';
import { filterInventory, renderSystemPrompt } from '@modegate/mode-core/prompt';
import { describe, expect, test } from 'vitest';

const berlin = 'Europe/Berlin';

/** Whether a mode that hangs on the schedule may use MCP at a time. */
function isOpen(schedule: McpSchedule | readonly McpSchedule[], at: string): boolean {
  return ask(policyOf(schedule), Date.parse(at)).allowed;
}

function policyOf(schedule: McpSchedule | readonly McpSchedule[]): Policy {
  const mode = { slug: 'm', name: 'M', roleDefinition: 'R', groups: ['mcp'] as const };
  const policy = compilePolicy({ project: [{ ...mode, mcpRestrictions: { schedule } }] });
  expect(policy.problems).toEqual([]);
  return policy;
}

function ask(policy: Policy, at?: number) {
  return decide(policy, { mode: 'm', tool: 'use_mcp_tool', mcp: { server: 's', tool: 't' }, at });
}

function reason(schedule: McpSchedule | readonly McpSchedule[], at: string): string {
  const decision = ask(policyOf(schedule), Date.parse(at));
  return decision.allowed ? 'allowed' : decision.reason;
}

describe('a weekly time window', () => {
  // 23 November 2026 is a Monday.
  test.each([
    ['the first minute belongs to it', { timeZone: 'UTC', from: '09:00', to: '17:00' }, '2026-11-23T09:00:00Z', true],
    [
      'the millisecond before does not',
      { timeZone: 'UTC', from: '09:00', to: '17:00' },
      '2026-11-23T08:59:59.999Z',
      false,
    ],
    ['nor does the last minute', { timeZone: 'UTC', from: '09:00', to: '17:00' }, '2026-11-23T17:00:00Z', false],
    [
      'the millisecond before it does',
      { timeZone: 'UTC', from: '09:00', to: '17:00' },
      '2026-11-23T16:59:59.999Z',
      true,
    ],
    ['24:00 is the end of the day', { timeZone: 'UTC', from: '12:00', to: '24:00' }, '2026-11-23T23:59:59.999Z', true],
    ['and not the next one', { timeZone: 'UTC', from: '12:00', to: '24:00' }, '2026-11-24T00:00:00Z', false],
    ['without times: the whole day', { timeZone: 'UTC', days: ['mon'] }, '2026-11-23T00:00:00Z', true],
    ['without times: up to its end', { timeZone: 'UTC', days: ['mon'] }, '2026-11-24T00:00:00Z', false],
    ['the day is that of the zone', { timeZone: 'Pacific/Auckland', days: ['mon'] }, '2026-11-22T11:00:00Z', true],
    ['and so are the times', { timeZone: 'Asia/Kathmandu', from: '05:45', to: '06:00' }, '2026-11-23T00:00:00Z', true],
    ['a name in another case', { timeZone: 'europe/berlin', from: '10:00', to: '10:01' }, '2026-11-23T09:00:00Z', true],
  ] as readonly (readonly [string, McpSchedule, string, boolean])[])(
    'a weekly time window: %s',
    (_name, schedule, at, expected) => {
      expect(isOpen(schedule, at)).toBe(expected);
    },
  );

  test('a time window over midnight belongs to the day on which it began', () => {
    const friday: McpSchedule = { timeZone: 'UTC', days: ['fri'], from: '22:00', to: '06:00' };
    expect(isOpen(friday, '2026-11-27T21:59Z')).toBe(false);
    expect(isOpen(friday, '2026-11-27T22:00Z')).toBe(true);
    expect(isOpen(friday, '2026-11-28T05:59Z')).toBe(true);
    expect(isOpen(friday, '2026-11-28T06:00Z')).toBe(false);
    expect(isOpen(friday, '2026-11-27T05:59Z')).toBe(false);
    expect(isOpen({ timeZone: 'UTC', days: ['sun'], from: '22:00', to: '00:00' }, '2026-11-23T00:00Z')).toBe(false);
    expect(isOpen({ timeZone: 'UTC', days: ['sun'], from: '22:00', to: '06:00' }, '2026-11-23T00:00Z')).toBe(true);
  });

  test('one open window of several is enough, each in its own zone', () => {
    const shifts: readonly McpSchedule[] = [
      { timeZone: 'UTC', from: '08:00', to: '12:00' },
      { timeZone: 'Asia/Tokyo', from: '22:00', to: '23:00' },
    ];
    expect(isOpen(shifts, '2026-11-23T11:59Z')).toBe(true);
    expect(isOpen(shifts, '2026-11-23T12:30Z')).toBe(false);
    expect(isOpen(shifts, '2026-11-23T13:30Z')).toBe(true);
    expect(isOpen(shifts, '2026-11-23T14:00Z')).toBe(false);
  });
});

describe('clock changes', () => {
  const night: McpSchedule = { timeZone: berlin, from: '02:00', to: '03:00' };

  test('a skipped hour opens nothing', () => {
    // On 29 March 2026 Berlin goes from 02:00 to 03:00 at 01:00 UTC.
    expect(isOpen(night, '2026-03-28T01:30Z')).toBe(true);
    for (const at of ['2026-03-29T00:59Z', '2026-03-29T01:00Z', '2026-03-29T01:30Z'])
      expect(isOpen(night, at)).toBe(false);
    expect(isOpen(night, '2026-03-30T00:30Z')).toBe(true);
  });

  test('a repeated hour is open twice', () => {
    // On 25 October 2026 Berlin goes from 03:00 back to 02:00 at 01:00 UTC.
    for (const at of ['2026-10-25T00:30Z', '2026-10-25T01:30Z']) expect(isOpen(night, at)).toBe(true);
    for (const at of ['2026-10-24T23:59Z', '2026-10-25T02:00Z']) expect(isOpen(night, at)).toBe(false);
  });

  test('a window that begins in the skipped hour opens after it, and the refusal says so', () => {
    const early: McpSchedule = { timeZone: berlin, days: ['sun'], from: '02:30', to: '04:00' };
    expect(isOpen(early, '2026-03-29T01:00Z')).toBe(true);
    expect(reason(early, '2026-03-29T00:59Z')).toContain(
      'The schedule next opens on Sunday 2026-03-29 at 03:00 (Europe/Berlin).',
    );
  });

  test('a weekly window that is skipped entirely opens again a week later', () => {
    const weekly: McpSchedule = { timeZone: berlin, days: ['sun'], from: '02:00', to: '03:00' };
    expect(reason(weekly, '2026-03-22T12:00Z')).toContain(
      'The schedule next opens on Sunday 2026-04-05 at 02:00 (Europe/Berlin).',
    );
  });

  test('a window in a zone that skips a day opens on the day after', () => {
    // Samoa went from Thursday 29 to Saturday 31 December 2011.
    const apia: McpSchedule = { timeZone: 'Pacific/Apia', days: ['fri', 'sat'] };
    expect(reason(apia, '2011-12-30T09:00Z')).toContain(
      'The schedule next opens on Saturday 2011-12-31 at 00:00 (Pacific/Apia).',
    );
    expect(isOpen(apia, '2011-12-30T10:00Z')).toBe(true);
  });

  test('windows respect clock changes at midnight, at odd minutes and of half an hour', () => {
    expect(isOpen({ timeZone: 'America/Havana', from: '00:00', to: '01:00' }, '2026-03-08T04:59Z')).toBe(false);
    expect(isOpen({ timeZone: 'America/Havana', from: '00:00', to: '01:00' }, '2026-03-08T05:00Z')).toBe(false);
    // Until 2011 St John's changed its clocks at one minute past midnight.
    expect(isOpen({ timeZone: 'America/St_Johns', from: '01:01', to: '01:02' }, '2010-03-14T03:31Z')).toBe(true);
    expect(isOpen({ timeZone: 'Australia/Lord_Howe', from: '02:30', to: '02:31' }, '2026-10-03T15:30Z')).toBe(true);
    expect(isOpen({ timeZone: 'Australia/Lord_Howe', from: '02:00', to: '02:30' }, '2026-10-03T15:30Z')).toBe(false);
  });
});

describe('the reason of a refusal outside a schedule', () => {
  const office: McpSchedule = {
    timeZone: berlin,
    days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    from: '09:00',
    to: '17:30',
  };

  test('the reason says when the mode may act and when it opens next', () => {
    expect(reason(office, '2026-11-21T12:00Z')).toBe(
      "Mode 'm' may use MCP only Monday to Friday, 09:00 to 17:30 (Europe/Berlin). The schedule next opens on Monday 2026-11-23 at 09:00 (Europe/Berlin).",
    );
  });

  test.each([
    [[{ timeZone: 'UTC', days: ['sat', 'sun'] }], 'only Saturday and Sunday (UTC)'],
    [
      [{ timeZone: 'UTC', days: ['sun', 'tue', 'mon', 'wed', 'fri'] }],
      'only Monday to Wednesday, Friday and Sunday (UTC)',
    ],
    [[{ timeZone: 'UTC', from: '22:00', to: '06:00' }], 'only daily 22:00 to 06:00 of the next day (UTC)'],
    [
      [
        { timeZone: 'UTC', days: ['mon'] },
        { timeZone: 'UTC', days: ['tue'], from: '01:00', to: '02:00' },
      ],
      'only Monday (UTC); or Tuesday, 01:00 to 02:00 (UTC)',
    ],
  ] as readonly (readonly [readonly McpSchedule[], string])[])(
    'the reason describes the schedule %j',
    (schedule, words) => {
      expect(reason(schedule, '2026-11-26T12:00Z')).toContain(words);
    },
  );

  test('the reason lists only the first of many windows', () => {
    const many = Array.from({ length: 32 }, (_, index) => ({
      timeZone: 'UTC',
      from: `0${index % 9}:0${index % 7}`,
      to: '09:09',
    }));
    expect(reason(many, '2026-11-26T12:00Z')).toContain('; or in 28 other time windows');
  });

  test('an unknown or invalid time refuses', () => {
    const policy = policyOf(office);
    // Seconds and microseconds are no milliseconds.
    const times = [
      undefined,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      -1,
      0,
      1_795_428_000,
      1.795428e15,
      '2026-11-23' as unknown as number,
    ];
    for (const at of times) expect(ask(policy, at)).toMatchObject({ code: 'TIME_UNKNOWN' });
    expect(ask(policy, Date.parse('2026-11-23T09:00Z')).allowed).toBe(true);
  });
});

describe('the clock of the policy', () => {
  const mode = { slug: 'm', name: 'M', roleDefinition: 'R', groups: ['mcp'] as const };
  const schedule: McpSchedule = { timeZone: 'UTC', from: '09:00', to: '17:00' };
  const open = Date.parse('2026-11-23T09:00Z');
  const closed = Date.parse('2026-11-23T08:00Z');

  test('the policy clock serves requests without a time', () => {
    let time = closed;
    const policy = compilePolicy({ project: [{ ...mode, mcpRestrictions: { schedule } }], now: () => time });
    expect(ask(policy)).toMatchObject({ code: 'OUTSIDE_SCHEDULE' });
    time = open;
    expect(ask(policy).allowed).toBe(true);
    expect(ask(policy, closed).allowed).toBe(false);
  });

  test('the policy clock is not read for modes without a schedule', () => {
    let reads = 0;
    const now = () => ++reads;
    const policy = compilePolicy({ project: [mode], now });
    expect(ask(policy).allowed).toBe(true);
    expect(reads).toBe(0);
  });

  test('the policy clock that fails means an unknown time, and nothing throws', () => {
    const now = () => {
      throw new Error('no clock');
    };
    const policy = compilePolicy({ project: [{ ...mode, mcpRestrictions: { schedule } }], now });
    expect(ask(policy)).toMatchObject({ code: 'TIME_UNKNOWN' });
    expect(listTools(policy, 'm').some(({ group }) => group === 'mcp')).toBe(false);
    expect(findNextChange(policy, 'm')).toBeUndefined();
  });

  test('the policy clock is read once per decision or listing, so that all rules see one moment', () => {
    let reads = 0;
    const now = () => open + reads++;
    const entry = { serverName: 's', toolName: 't', schedule };
    const mcpRestrictions = { schedule, allowedTools: [entry, entry], disallowedTools: [{ ...entry, toolName: 'u' }] };
    const policy = compilePolicy({ project: [{ ...mode, mcpRestrictions }], now });
    expect(ask(policy).allowed).toBe(true);
    expect(reads).toBe(1);
    filterInventory(policy, 'm', [{ name: 's', tools: [{ name: 't' }, { name: 'u' }] }]);
    expect(reads).toBe(2);
    renderSystemPrompt(policy, 'm', { inventory: [{ name: 's', tools: [{ name: 't' }] }] });
    expect(reads).toBe(3);
  });
});

describe('findNextChange', () => {
  const office: McpSchedule = { timeZone: 'UTC', from: '09:00', to: '17:00' };

  test('findNextChange returns when a schedule opens or closes next', () => {
    const policy = policyOf(office);
    const next = (at: string) => findNextChange(policy, { mode: 'm', at: Date.parse(at) });
    expect(next('2026-11-23T08:00Z')).toBe(Date.parse('2026-11-23T09:00Z'));
    expect(next('2026-11-23T09:00Z')).toBe(Date.parse('2026-11-23T17:00Z'));
    expect(next('2026-11-23T16:59:59.999Z')).toBe(Date.parse('2026-11-23T17:00Z'));
    expect(findNextChange(policy, 'm')).toBeUndefined();
  });

  test('findNextChange returns nothing for a schedule that never closes or a mode without one', () => {
    expect(
      findNextChange(policyOf({ timeZone: 'UTC', from: '00:00', to: '24:00' }), { mode: 'm', at: 2e12 }),
    ).toBeUndefined();
    expect(findNextChange(compilePolicy(), { mode: 'code', at: 2e12 })).toBeUndefined();
    expect(() => findNextChange(compilePolicy(), 'cod')).toThrow("Did you mean 'code'?");
  });

  test('findNextChange is never too late with more schedules than it examines', () => {
    const disallowedTools = Array.from({ length: 5000 }, (_, index) => ({
      serverName: 's',
      toolName: `t${index}`,
      schedule: { timeZone: 'UTC', days: ['mon'] as const },
    }));
    const mode = {
      slug: 'm',
      name: 'M',
      roleDefinition: 'R',
      groups: ['mcp'] as const,
      mcpRestrictions: { disallowedTools },
    };
    const at = Date.parse('2026-11-25T12:00Z');
    expect(findNextChange(compilePolicy({ project: [mode] }), { mode: 'm', at })).toBe(at + 60_000);
  });
});
