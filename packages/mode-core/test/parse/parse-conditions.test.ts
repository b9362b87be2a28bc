import { compilePolicy, decide, parseModes } from '@modegate/mode-core';
import { mcpRestrictionsSchema } from '@modegate/mode-core/modes';
import { parseModesText } from '@modegate/mode-core/text';
import { describe, expect, test } from 'vitest';

function load(mcpRestrictions: unknown, more: object = {}) {
  const mode = { slug: 'm', name: 'M', roleDefinition: 'R', groups: ['read', 'mcp'], mcpRestrictions, ...more };
  const project = parseModes({ customModes: [mode] }, { source: 'project' });
  const policy = compilePolicy({ project, builtin: [] });
  const mcp = decide(policy, {
    mode: 'm',
    tool: 'use_mcp_tool',
    mcp: { server: 's', tool: 't' },
    at: Date.parse('2026-11-23T12:00Z'),
    context: {},
  });
  const [problem] = policy.problems;
  return {
    code: problem?.code,
    message: problem?.message,
    pointer: problem?.pointer.replace('/customModes/0', ''),
    mcp: mcp.allowed ? 'allowed' : mcp.code,
    read: decide(policy, { mode: 'm', tool: 'read_file', params: { path: 'a' } }).allowed,
  };
}

const window = { timeZone: 'UTC', from: '09:00', to: '17:00' };

describe('an invalid schedule', () => {
  test.each([
    ['nothing', null, '', 'must be a mapping such as'],
    ['text', 'mon-fri', '', 'must be a mapping such as'],
    ['an empty list', [], '', 'is an empty list, which has no effect'],
    ['a list with something else', [window, 7], '/1', 'not 7'],
    ['an empty mapping', {}, '', "has no 'timeZone', which is required"],
    ['only a zone', { timeZone: 'UTC' }, '', "must have 'days', or 'from' and 'to'"],
    ['no zone', { from: '09:00', to: '17:00' }, '', "has no 'timeZone', which is required"],
    ['a zone that is none', { ...window, timeZone: 'Europe/Berln' }, '/timeZone', "not 'Europe/Berln'"],
    ['an offset for a zone', { ...window, timeZone: '+01:00' }, '/timeZone', 'must be the name of a time zone'],
    ['an empty zone', { ...window, timeZone: '' }, '/timeZone', "not ''"],
    [
      'a zone of ten thousand letters',
      { ...window, timeZone: 'A'.repeat(10_000) },
      '/timeZone',
      'must be the name of a time zone',
    ],
    ['a zone with control characters', { ...window, timeZone: 'UTC\n' }, '/timeZone', "not 'UTC\\x0a'"],
    ['a zone that is a number', { ...window, timeZone: 1 }, '/timeZone', 'not 1'],
    [
      'an unknown key',
      { ...window, day: ['mon'] },
      '',
      "has the unknown key 'day' in addition to timeZone, days, from and to",
    ],
    ['days as text', { ...window, days: 'mon' }, '/days', 'must be a list of mon, tue'],
    ['no days', { ...window, days: [] }, '/days', 'must be a list of mon, tue'],
    ['a day in full', { ...window, days: ['mon', 'Tuesday'] }, '/days/1', "not 'Tuesday'"],
    ['a day that is none', { ...window, days: ['xyz'] }, '/days/0', "not 'xyz'"],
    ['a thousand days', { ...window, days: Array.from({ length: 1000 }, () => 'mon') }, '/days', 'must be a list of'],
    ['only a beginning', { timeZone: 'UTC', from: '09:00' }, '', "must have both 'from' and 'to'"],
    ['only an end', { timeZone: 'UTC', to: '09:00' }, '', "must have both 'from' and 'to'"],
    [
      'an hour of one digit',
      { ...window, from: '9:00' },
      '/from',
      "must be a time from '00:00' to '24:00', not '9:00'",
    ],
    ['a minute too many', { ...window, to: '17:60' }, '/to', "not '17:60'"],
    ['an hour too many', { ...window, to: '25:00' }, '/to', "not '25:00'"],
    ['a minute after the last', { ...window, to: '24:01' }, '/to', "not '24:01'"],
    ['a beginning at the end of the day', { ...window, from: '24:00' }, '/from', "must be before '24:00'"],
    ['seconds', { ...window, to: '17:00:00' }, '/to', "not '17:00:00'"],
    ['digits of another script', { ...window, to: '١٧:٠٠' }, '/to', 'must be a time'],
    ['no length', { ...window, to: '09:00' }, '/to', "must differ from 'from'"],
    ['33 stretches', Array.from({ length: 33 }, () => window), '', 'has 33 entries; at most 32 are allowed'],
  ])('%s in a schedule refuses every MCP call and nothing else', (_name, schedule, at, message) => {
    expect(load({ schedule })).toMatchObject({
      code: 'SCHEDULE_INVALID',
      pointer: `/mcpRestrictions/schedule${at}`,
      message: expect.stringContaining(message),
      mcp: 'MCP_RESTRICTIONS_INVALID',
      read: true,
    });
  });

  test('a condition on an entry is validated as well', () => {
    const entry = { serverName: 'other', toolName: 'x', schedule: { days: ['mon'] } };
    for (const key of ['allowedTools', 'disallowedTools'])
      expect(load({ [key]: [{ serverName: 's', toolName: 't' }, entry] })).toMatchObject({
        code: 'SCHEDULE_INVALID',
        pointer: `/mcpRestrictions/${key}/1/schedule`,
        message: expect.stringContaining(`Field 'mcpRestrictions.${key}.1.schedule' of mode 'm' has no 'timeZone'`),
        mcp: 'MCP_RESTRICTIONS_INVALID',
      });
  });

  test('an unknown key of a schedule is reported with the nearest known one', () => {
    expect(load({ schedule: { ...window, timezone: 'UTC' } }).message).toMatch(/Did you mean 'timeZone'\?$/);
    expect(load({ schedule: { ...window, days: ['Tuesday'] } }).message).toMatch(/Did you mean 'tue'\?$/);
  });

  test('unquoted times that YAML reads as numbers are recognised', () => {
    expect(load({ schedule: { ...window, from: 540 } }).message).toMatch(/not 540; .* Put it in quotes\.$/);
    const text = `customModes:
  - { slug: m, name: M, roleDefinition: R, groups: [mcp], mcpRestrictions: { schedule: { timeZone: UTC, from: 09:00, to: 17:00 } } }
`;
    expect(parseModesText(text, { source: 'project' }).problems).toEqual([]);
  });
});

describe('an invalid condition', () => {
  test.each([
    ['nothing', null, '', 'must be a mapping such as { branch: main }'],
    ['text', 'main', '', "not 'main'"],
    ['a list', [{ branch: 'main' }], '', 'must be a mapping'],
    ['an empty mapping', {}, '', 'is empty; it must have at least one of branch, ci, env and task'],
    ['an unknown key', { brnach: 'main' }, '', "has the unknown key 'brnach'"],
    ['a key of the schedule', { branch: 'main', days: ['mon'] }, '', "has the unknown key 'days'"],
    ['an empty branch', { branch: '' }, '/branch', 'must be the name of a branch'],
    ['a blank branch', { branch: ['main', ' '] }, '/branch', 'must be the name of a branch'],
    ['no branches', { branch: [] }, '/branch', 'must be the name of a branch'],
    [
      'a hole for a branch',
      { branch: Array.from({ length: 1 }, () => undefined) },
      '/branch',
      'must be the name of a branch',
    ],
    ['a branch that is a number', { branch: 7 }, '/branch', 'not 7'],
    ['CI as text', { ci: 'true' }, '/ci', "must be true or false, not 'true'"],
    ['CI as nothing', { ci: null }, '/ci', 'must be true or false, not null'],
    ['an environment that is a list', { env: ['A=b'] }, '/env', 'must be a mapping of names to values'],
    ['an empty environment', { env: {} }, '/env', 'must be a mapping of names to values'],
    [
      '33 names',
      { env: Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`N${index}`, 'x'])) },
      '/env',
      'has 33 names; at most 32 are allowed',
    ],
    ['a name that is empty', { env: { '': 'x' } }, '/env', 'has an empty name'],
    ['a value that is a number', { env: { A: 1 } }, '/env/A', 'must be a string or a list of strings, not 1'],
    ['a value that is true', { env: { CI: true } }, '/env/CI', 'must be a string or a list of strings, not true'],
    ['a value that is empty', { env: { A: '' } }, '/env/A', "not ''"],
    ['a name with a slash', { env: { 'A/B': null } }, '/env/A~1B', 'not null'],
    [
      'a task that is text',
      { task: 'root' },
      '/task',
      "must be a mapping such as { parentMode: orchestrator }, not 'root'",
    ],
    ['an empty task', { task: {} }, '/task', 'is empty; it must have at least one of parentMode, depth and state'],
    ['a misspelt key of a task', { task: { parentmode: 'x' } }, '/task', "Did you mean 'parentMode'?"],
    ['a blank parent mode', { task: { parentMode: ' ' } }, '/task/parentMode', 'must be the slug of a mode or a list'],
    ['no parent modes', { task: { parentMode: [] } }, '/task/parentMode', 'must be the slug of a mode or a list'],
    ['half a level', { task: { depth: 0.5 } }, '/task/depth', 'must be a whole number, 0 for a task without a parent'],
    [
      'a negative depth',
      { task: { depth: { min: -1 } } },
      '/task/depth/min',
      'must be a whole number, 0 or more, not -1',
    ],
    ['an empty range', { task: { depth: {} } }, '/task/depth', "is empty; it must have 'min' or 'max'"],
    ['a misspelt bound', { task: { depth: { mim: 1 } } }, '/task/depth', "has the unknown key 'mim'"],
    ['a range that is turned round', { task: { depth: { min: 2, max: 1 } } }, '/task/depth/max', "not be below 'min'"],
    ['an unknown state', { task: { state: ['active', 'deleguted'] } }, '/task/state/1', "Did you mean 'delegated'?"],
    ['no states', { task: { state: [] } }, '/task/state', 'is an empty list'],
    ['the state that no call has', { task: { state: 'pending' } }, '/task/state', 'must be one of active, delegated,'],
  ])('%s in a condition refuses every MCP call and nothing else', (_name, when, at, message) => {
    expect(load({ when })).toMatchObject({
      code: 'CONDITION_INVALID',
      pointer: `/mcpRestrictions/when${at}`,
      message: expect.stringContaining(message),
      mcp: 'MCP_RESTRICTIONS_INVALID',
      read: true,
    });
  });

  test('a misspelt key of an mcpRestrictions entry is not ignored', () => {
    for (const key of ['whn', 'wen', 'schedul', 'shedule'])
      expect(load({ allowedTools: [{ serverName: 's', toolName: 't', [key]: {} }] })).toMatchObject({
        code: 'RESTRICTIONS_INVALID',
        message: expect.stringMatching(/Did you mean '(when|schedule)'\?$/),
        mcp: 'MCP_RESTRICTIONS_INVALID',
      });
    expect(load({ allowedTools: [{ serverName: 's', toolName: 't', reason: 'x' }] })).toMatchObject({
      code: 'KEY_UNKNOWN',
      mcp: 'allowed',
    });
  });

  test('a misspelt key of mcpRestrictions is not ignored', () => {
    for (const key of ['extend', 'shedule', 'whne'])
      expect(load({ [key]: 'x' })).toMatchObject({ code: 'RESTRICTIONS_INVALID', mcp: 'MCP_RESTRICTIONS_INVALID' });
  });

  test('both errors of an entry are reported', () => {
    const project = parseModes(
      {
        customModes: [
          { slug: 'm', name: 'M', roleDefinition: 'R', groups: [], mcpRestrictions: { schedule: null, when: null } },
        ],
      },
      { source: 'project' },
    );
    expect(project.problems.map(({ code }) => code)).toEqual(['SCHEDULE_INVALID', 'CONDITION_INVALID']);
  });
});

describe('keys next to mcpRestrictions', () => {
  test('a schedule or condition next to mcpRestrictions refuses MCP, since it would limit nothing', () => {
    expect(load(undefined, { schedule: window })).toMatchObject({
      code: 'RESTRICTIONS_INVALID',
      pointer: '/schedule',
      mcp: 'MCP_RESTRICTIONS_INVALID',
      read: true,
    });
    expect(load({}, { when: { branch: 'main' } })).toMatchObject({
      code: 'RESTRICTIONS_INVALID',
      mcp: 'MCP_RESTRICTIONS_INVALID',
    });
    expect(load({}, { schedule: [window] })).toMatchObject({ mcp: 'MCP_RESTRICTIONS_INVALID' });
  });

  test('prose under the key when is ignored', () => {
    expect(load(undefined, { when: 'you need it' })).toMatchObject({ code: 'KEY_UNKNOWN', mcp: 'allowed' });
  });

  test('a foreign extends is kept, reported and ignored, but is an error next to mcpRestrictions', () => {
    expect(load(undefined, { extends: 'code' })).toMatchObject({
      code: 'KEY_UNKNOWN',
      message: expect.stringContaining(
        "To inherit restrictions, use 'extends' in 'mcpRestrictions' or 'commandRestrictions'.",
      ),
      mcp: 'allowed',
    });
    expect(load({}, { extends: 'code' })).toMatchObject({
      code: 'RESTRICTIONS_INVALID',
      mcp: 'MCP_RESTRICTIONS_INVALID',
      read: true,
    });
  });
});

test('the published schema accepts what the loader accepts', () => {
  const schema = (value: unknown) => mcpRestrictionsSchema.safeParse(value).success;
  expect(
    schema({
      extends: ['a', 'b'],
      schedule: [window, { timeZone: 'UTC', days: ['mon'] }, { timeZone: 'UTC', from: '23:59', to: '24:00' }],
      when: { branch: '*', ci: false, env: { A: ['x', 'y'] } },
      disallowedTools: [{ serverName: 's', toolName: 't', schedule: window, when: { ci: true } }],
    }),
  ).toBe(true);
  for (const value of [
    { extends: '' },
    { extends: [] },
    { schedule: [] },
    { schedule: { ...window, from: '9:00' } },
    { when: { branch: [] } },
    { when: { env: { A: 1 } } },
  ])
    expect(schema(value)).toBe(false);
});

test('forty thousand entries, each with a time zone, are read in limited time', () => {
  const allowedTools = Array.from({ length: 40_000 }, (_, index) => ({
    serverName: 's',
    toolName: `t${index}`,
    schedule: { ...window, timeZone: index % 2 === 0 ? 'Europe/Berlin' : 'uTc' },
  }));
  expect(load({ allowedTools }).mcp).toBe('MCP_TOOL_NOT_ALLOWED');
  const broken = allowedTools.map((entry, index) => ({
    ...entry,
    schedule: { ...window, timeZone: `Mars/Z${index}` },
  }));
  expect(load({ allowedTools: broken }).code).toBe('SCHEDULE_INVALID');
});
