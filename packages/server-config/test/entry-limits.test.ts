import { readFileSync } from 'node:fs';
import { toPolicyServers } from '@modegate/server-config';
import { describe, expect, test } from 'vitest';
import { FOREIGN_LIMIT_KEYS } from '../src/entries/foreign-limits.ts';
import { only } from './support/read.ts';

const limitsOf = (config: object) => {
  const { entry, problems } = only({ command: 'x', ...config });
  const { disabled, defaultEnabled, disabledTools, enabledTools } = entry.policy;
  return { state: entry.state, disabled, defaultEnabled, disabledTools, enabledTools, problems };
};

describe('security H6: limits in the clear words of another client', () => {
  test.each([
    ['enabled: false', { enabled: false }, { disabled: true }],
    ['enabled: true', { enabled: true }, { disabled: false }],
    ['excludeTools', { excludeTools: ['x'] }, { disabledTools: ['x'] }],
    ['disabled_tools', { disabled_tools: ['x'] }, { disabledTools: ['x'] }],
    ['includeTools', { includeTools: ['x'] }, { enabledTools: ['x'] }],
    ['an empty includeTools, which opens nothing', { includeTools: [] }, { enabledTools: [] }],
    ['enabled_tools', { enabled_tools: ['x'] }, { enabledTools: ['x'] }],
    ['tools', { tools: ['x'] }, { enabledTools: ['x'] }],
    ['tools with all of them', { tools: ['*'] }, { enabledTools: ['*'] }],
    ['allowedInModesByDefault', { allowedInModesByDefault: false }, { defaultEnabled: false }],
  ])('an entry with the limit %s is honoured', (_, written, expected) => {
    expect(limitsOf(written)).toMatchObject({ state: 'valid', ...expected });
  });

  test('the stricter limit applies if a file has two', () => {
    expect(limitsOf({ enabled: true, disabled: true }).disabled).toBe(true);
    expect(limitsOf({ enabled: false, disabled: false }).disabled).toBe(true);
    expect(limitsOf({ defaultEnabled: true, allowedInModesByDefault: false }).defaultEnabled).toBe(false);
    expect(limitsOf({ disabledTools: ['a'], excludeTools: ['b'], disabled_tools: ['a'] }).disabledTools).toEqual(
      expect.arrayContaining(['a', 'b']),
    );
    expect(limitsOf({ includeTools: ['a', 'b'], enabled_tools: ['b', 'c'], tools: ['*'] }).enabledTools).toEqual(['b']);
    expect(limitsOf({ enabledTools: ['a', 'b'], includeTools: ['b'] }).enabledTools).toEqual(['b']);
  });

  test('two lists of open tools with an uncertain intersection make the entry invalid', () => {
    const { state, problems } = limitsOf({ enabledTools: ['get_*'], includeTools: ['get_issue'] });
    expect(state).toBe('invalid');
    expect(problems.map(({ code }) => code)).toContain('LIMITS_UNCLEAR');
  });

  test('a list of open tools accepts wildcards only where its client has them', () => {
    expect(limitsOf({ enabledTools: ['get_*'] })).toMatchObject({ state: 'valid', enabledTools: ['get_*'] });
    for (const key of ['includeTools', 'enabled_tools', 'tools'])
      expect(limitsOf({ [key]: ['get_*'] }).state).toBe('invalid');
    expect(limitsOf({ includeTools: ['*'] }).state).toBe('invalid');
  });

  test.each([
    ['enabled', 'no'],
    ['enabled', 0],
    ['enabled', null],
    ['disabled', 'yes'],
    ['allowedInModesByDefault', 'false'],
    ['excludeTools', 'x'],
    ['includeTools', { x: true }],
    ['tools', 'x'],
    ['enabledTools', [1]],
  ])('the limit %s with the wrong value %j makes the entry invalid', (key, value) => {
    const { state, disabled, problems } = limitsOf({ [key]: value });
    expect({ state, disabled }).toEqual({ state: 'invalid', disabled: true });
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'FIELD_INVALID', severity: 'error', server: 'it' }),
    );
  });

  test('a policy knows where a limit is written', () => {
    const { entry } = only({ command: 'x', enabled: false, excludeTools: ['a'], includeTools: ['b'] });
    expect(toPolicyServers([entry])).toMatchObject([
      {
        disabled: true,
        disabledTools: ['a'],
        enabledTools: ['b'],
        settingPositions: {
          disabled: { pointer: '/mcpServers/it/enabled', line: 5 },
          disabledTools: [{ pointer: '/mcpServers/it/excludeTools/0', line: 7 }],
          enabledTools: { pointer: '/mcpServers/it/includeTools', line: 9 },
        },
      },
    ]);
  });

  test('a limit key in a file of the Roo family is a warning, because its client ignores the key', () => {
    expect(limitsOf({ enabled: false }).problems).toMatchObject([{ code: 'KEY_FOREIGN', severity: 'warning' }]);
    expect(limitsOf({ enabled: true }).problems).toMatchObject([{ code: 'KEY_FOREIGN', severity: 'info' }]);
    expect(only({ command: 'x', enabled: false }, { kind: 'generic' }).problems).toMatchObject([
      { code: 'KEY_FOREIGN', severity: 'info' },
    ]);
  });

  test('the README table lists the limits that are read', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const rows = [...readme.matchAll(/^\| `(\w+)(?:: false)?` \| (the opposite of )?`(\w+)` \| (.+?) \|$/gm)];
    expect(
      rows.map(([, key, opposite, means, clients]) => ({ key, means, isOpposite: opposite !== undefined, clients })),
    ).toEqual(
      FOREIGN_LIMIT_KEYS.map((row) => ({ ...row, isOpenWhenEmpty: undefined, clients: row.clients.join(', ') })),
    );
  });
});

describe('security H6, S7: misspelt limits and mode limits in an entry', () => {
  test.each([
    ['disable', true, 'disabled'],
    ['Disabled', true, 'disabled'],
    ['DISABLED', true, 'disabled'],
    ['disbaled', true, 'disabled'],
    ['dis\u200Babled', true, 'disabled'],
    ['d\u0456sabled', true, 'disabled'],
    ['disabled ', true, 'disabled'],
    ['Enabled', false, 'enabled'],
    ['is_active', false, 'isActive'],
    ['default_enabled', false, 'defaultEnabled'],
    ['defaultEnable', false, 'defaultEnabled'],
    ['disableTools', ['x'], 'disabledTools'],
    ['disabledTool', ['x'], 'disabledTools'],
    ['disabledtools', ['x'], 'disabledTools'],
    ['Disabled_Tools', ['x'], 'disabledTools'],
    ['exclude_tools', ['x'], 'excludeTools'],
    ['excludedTools', ['x'], 'excludeTools'],
    ['include-tools', ['x'], 'includeTools'],
    ['EnabledTools', ['x'], 'enabledTools'],
    ['mcpRestrictions', {}, 'disabled'],
    ['allowedMcpServers', [], 'disabled'],
    ['allowedServers', ['x'], 'disabled'],
    ['disallowedServers', ['x'], 'disabled'],
    ['disallowedTools', ['x'], 'disabledTools'],
    ['allowedTools', ['x'], 'enabledTools'],
    ['allowed_tools', ['x'], 'enabledTools'],
  ])('the key %s = %j makes the entry invalid', (key, value, meant) => {
    const { entry, problems } = only({ command: 'x', [key]: value });
    expect(entry.state).toBe('invalid');
    expect(problems).toMatchObject([
      {
        code: 'KEY_MISSPELT',
        severity: 'error',
        line: 5,
        message: expect.stringContaining(`Did you mean "${meant}"?`),
      },
    ]);
    expect(toPolicyServers([entry])).toMatchObject([{ disabled: true, invalid: problems[0]?.message }]);
  });

  test.each([
    'alwaysAllow',
    'autoApprove',
    'autoApproveTools',
    'autoApproveExcluded',
    'approveTools',
    'allowedContext',
    'allowedDirectories',
    'allowedHosts',
    'allowedModels',
    'sandboxEnabled',
    'loggingEnabled',
    'disableSslVerification',
    'excludePaths',
    'includePaths',
    'includeRoots',
    'requiresUserInteraction',
    'isGloballyVisible',
    'readOnly',
    'directTools',
    'trust',
    'default_tools_approval_mode',
    'startup_timeout_sec',
    'envFile',
    'description',
    'isDisabled',
    'enabledByDefault',
    'blockedTools',
    'toolFilter',
    'deny',
    'allowedModes',
    '_disabled',
    '//disabled',
  ])('the key %s does not make the entry invalid', (key) => {
    const { entry, problems } = only({ command: 'x', [key]: ['x'] });
    expect(
      problems.filter(({ code }) => code === 'KEY_MISSPELT' || code === 'KEY_UNKNOWN').map(({ severity }) => severity),
    ).not.toContain('error');
    if (key !== 'alwaysAllow') expect(entry.state).toBe('valid');
  });

  test('a misspelt limit after any number of harmless keys makes the entry invalid', () => {
    const notes = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`note${n}`, n]));
    expect(only({ command: 'x', ...notes, disable: true }).entry.state).toBe('invalid');
  });

  test('no message about a limit quotes a value', () => {
    const secret = 'sk-secret';
    const { problems } = only({
      command: 'x',
      enabled: secret,
      disabledTools: [` ${secret}`],
      disable: secret,
      tools: [`${secret}*`],
    });
    expect(problems.length).toBeGreaterThan(3);
    expect(JSON.stringify(problems)).not.toContain(secret);
  });
});

describe('security H7: names of tools', () => {
  test.each([[' x'], ['x '], ['\tx'], [''], [' ']])(
    'tool names with white space around them match nothing: %j is invalid',
    (name) => {
      for (const key of ['disabledTools', 'enabledTools', 'excludeTools', 'includeTools', 'disabled_tools', 'tools']) {
        const { state, problems } = limitsOf({ [key]: [name] });
        expect([key, state]).toEqual([key, 'invalid']);
        expect(problems).toContainEqual(expect.objectContaining({ code: 'FIELD_INVALID', line: 6 }));
      }
    },
  );

  test('tool names keep their case and their wildcards', () => {
    expect(limitsOf({ disabledTools: ['Del_*', 'a?', 'a b'] })).toMatchObject({
      state: 'valid',
      disabledTools: ['Del_*', 'a?', 'a b'],
    });
  });
});
