import type { CallContext } from '@modegate/mode-core';
import {
  createToolChecks,
  isToolAllowedForMode,
  type ModeConfig,
  modeConfigSchema,
  validateToolUse,
} from '@modegate/mode-core/roo';
import { describe, expect, test } from 'vitest';

const monday = Date.parse('2026-11-23T12:00Z');
const sunday = Date.parse('2026-11-22T12:00Z');
const restrictions = {
  base: { disallowedTools: [{ serverName: 'docs', toolName: 'delete_*' }] },
  child: { extends: 'base' },
  office: { schedule: { timeZone: 'UTC', days: ['mon'] } },
  careful: { disallowedTools: [{ serverName: 'docs', toolName: 'search', when: { branch: 'main' } }] },
  lost: { extends: 'nobody' },
} satisfies Record<string, ModeConfig['mcpRestrictions']>;
const modes = Object.entries(restrictions).map(
  ([slug, mcpRestrictions]): ModeConfig => ({
    slug,
    name: slug,
    roleDefinition: 'R',
    groups: ['read', 'mcp'],
    mcpRestrictions,
  }),
);

function use(slug: string, toolName = 'search', options: Parameters<typeof createToolChecks>[0] = {}): boolean {
  const checks = createToolChecks(options);
  return checks.isToolAllowedForMode('use_mcp_tool', slug, modes, undefined, undefined, {
    serverName: 'docs',
    toolName,
  });
}

describe('the Roo facade with inherited restrictions', () => {
  test('the plain checks apply inherited restrictions', () => {
    expect(use('child')).toBe(true);
    expect(use('child', 'delete_page')).toBe(false);
  });

  test('the error of an inherited refusal has the refusal with the rule of the parent as its cause', () => {
    const context = { serverName: 'docs', toolName: 'delete_page' };
    const validate = () => validateToolUse('use_mcp_tool', 'child', modes, undefined, undefined, context);
    expect(validate).toThrow(
      expect.objectContaining({
        cause: expect.objectContaining({ code: 'MCP_TOOL_DISALLOWED', by: expect.objectContaining({ mode: 'base' }) }),
      }),
    );
  });

  test('a missing parent refuses everything', () => {
    expect(use('lost')).toBe(false);
    expect(isToolAllowedForMode('read_file', 'lost', modes)).toBe(false);
  });

  test('a change of a parent in the same array is noticed', () => {
    const changing = structuredClone(modes);
    const ask = () =>
      isToolAllowedForMode('use_mcp_tool', 'child', changing, undefined, undefined, {
        serverName: 'docs',
        toolName: 'x',
      });
    expect(ask()).toBe(true);
    const [base] = changing;
    if (base) base.mcpRestrictions = { disallowedServers: ['docs'] };
    expect(ask()).toBe(false);
  });
});

describe('schedules and conditions in the Roo facade', () => {
  test('schedules and conditions refuse without a clock and a context', () => {
    expect(use('office')).toBe(false);
    expect(use('careful')).toBe(false);
    expect(use('careful', 'other')).toBe(true);
  });

  test('schedules and conditions use the clock and the context of createToolChecks', () => {
    let time = sunday;
    const now = () => time;
    const at = (branch: string) => ({ context: (): CallContext => ({ branch }) });
    expect(use('office', 'search', { now })).toBe(false);
    time = monday;
    expect(use('office', 'search', { now })).toBe(true);
    expect(use('careful', 'search', at('topic'))).toBe(true);
    expect(use('careful', 'search', at('main'))).toBe(false);
  });

  test('two checks of the same modes do not share their circumstances', () => {
    expect(use('office', 'search', { now: () => monday })).toBe(true);
    expect(use('office', 'search', { now: () => sunday })).toBe(false);
    expect(use('office')).toBe(false);
  });

  test('MCP tools are not offered while the mode may not use MCP', () => {
    const offered = (now?: () => number) =>
      createToolChecks({ now }).isToolAllowedForMode('use_mcp_tool', 'office', modes);
    expect([offered(() => monday), offered(() => sunday), offered()]).toEqual([true, false, false]);
  });

  test('the clock is read only if a mode has a schedule', () => {
    let reads = 0;
    const checks = createToolChecks({ now: () => ++reads, context: () => ({ ci: reads++ > 0 }) });
    expect(
      checks.isToolAllowedForMode('use_mcp_tool', 'm', [
        { slug: 'm', name: 'M', roleDefinition: 'R', groups: ['mcp'] },
      ]),
    ).toBe(true);
    expect(reads).toBe(0);
  });
});

describe('the schema of conditions in the Roo facade', () => {
  const parse = (mcpRestrictions: unknown) =>
    modeConfigSchema.safeParse({ slug: 'm', name: 'M', roleDefinition: 'R', groups: ['mcp'], mcpRestrictions });

  test.each(Object.values(restrictions))('modeConfigSchema keeps the restrictions %j', (own) => {
    expect(parse(own).data?.mcpRestrictions).toEqual(own);
  });

  test('modeConfigSchema refuses a misspelt key, which would limit nothing if dropped', () => {
    for (const own of [
      { allowServers: [] },
      { extend: 'a' },
      { allowedTools: [{ serverName: 's', toolName: 't', whne: {} }] },
    ])
      expect(parse(own).success).toBe(false);
  });

  test('modeConfigSchema keeps an unknown key of a schedule or condition, which then refuses', () => {
    const own = { schedule: { timeZone: 'UTC', days: ['mon'], until: '17:00' } };
    const kept = parse(own).data;
    expect(kept?.mcpRestrictions).toEqual(own);
    const ask = createToolChecks({ now: () => monday }).isToolAllowedForMode;
    expect(ask('use_mcp_tool', 'm', kept ? [kept] : [], undefined, undefined, { serverName: 's', toolName: 't' })).toBe(
      false,
    );
  });
});

describe('misplaced keys after an earlier answer', () => {
  const plain: ModeConfig = { slug: 'm', name: 'M', roleDefinition: 'R', groups: ['read', 'mcp'] };
  const ask = (mode: object) =>
    isToolAllowedForMode('use_mcp_tool', 'm', [mode as ModeConfig], undefined, undefined, {
      serverName: 's',
      toolName: 't',
    });

  test.each([
    ['a misspelt mcpRestrictions', { mcpRestriction: { allowedServers: [] } }],
    ['a schedule', { schedule: { timeZone: 'UTC', days: ['mon'] } }],
    ['a condition', { when: { branch: 'main' } }],
  ])('%s on a mode is noticed although the mode was judged before', (_name, more) => {
    expect(ask(plain)).toBe(true);
    expect(ask({ ...plain, ...more })).toBe(false);
    expect(ask(plain)).toBe(true);
    expect(ask({ ...plain, when: 'prose' })).toBe(true);
  });
});
