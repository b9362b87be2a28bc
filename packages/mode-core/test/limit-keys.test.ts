import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilePolicy, decide, type Policy, parseModes } from '@modegate/mode-core';
import { parseModesText } from '@modegate/mode-core/text';
import { describe, expect, test } from 'vitest';
import { foreignLimitKeys, ownLimitKeys } from '../src/parse/limit-keys.ts';

const base = { slug: 'm', name: 'M', roleDefinition: 'R' };
const allGroups = ['read', 'edit', 'browser', 'command', 'mcp'];
const load = (mode: object): Policy =>
  compilePolicy({ project: parseModes({ customModes: [{ ...base, ...mode }] }, { source: 'project' }) });
const codesOf = (policy: Policy) => policy.problems.map(({ code }) => code);

const calls = {
  read: { tool: 'read_file', params: { path: 'a' } },
  edit: { tool: 'write_to_file', params: { path: 'a' } },
  browser: { tool: 'browser_action' },
  command: { tool: 'execute_command' },
  mcp: { tool: 'use_mcp_tool', mcp: { server: 'gh', tool: 'x' } },
} as const;
const closedGroups = (policy: Policy) =>
  Object.entries(calls).flatMap(([group, call]) => (decide(policy, { mode: 'm', ...call }).allowed ? [] : [group]));

describe('security R1 and M5: unknown keys in group options', () => {
  test.each(
    'filePattern pattern regex regexp files paths path glob fileGlob allowedFiles exclude colour allowedCommands <<'.split(
      ' ',
    ),
  )('the unknown option %s closes the group', (key) => {
    const policy = load({ groups: ['read', ['edit', { [key]: '\\.md$' }]] });
    expect(closedGroups(policy)).toContain('edit');
    expect(decide(policy, { mode: 'm', ...calls.read }).allowed).toBe(true);
    expect(policy.problems).toMatchObject([
      { code: 'GROUP_INVALID', severity: 'error', message: expect.stringContaining(`'${key}'`) },
    ]);
  });

  test.each(['allowedServers', 'allowedMcpServers', 'mcpRestrictions'])('the option %s closes the group mcp', (key) => {
    expect(closedGroups(load({ groups: [['mcp', { [key]: ['a'] }]] }))).toContain('mcp');
  });

  test('an unknown option next to a valid limit closes the group, and the problem names the nearest key', () => {
    const policy = load({ groups: [['edit', { fileRegex: 'a', file_regex: 'b' }]] });
    expect(closedGroups(policy)).toContain('edit');
    expect(policy.problems[0]?.message).toContain("Did you mean 'fileRegex'?");
  });
});

describe('security R1 and M5: unknown keys in mcpRestrictions', () => {
  test.each(
    'deniedServers deniedTools denyServers servers tools allow deny denied disallowed allowlist denyTools excludeTools blockedServers colour <<'.split(
      ' ',
    ),
  )('the unknown key %s in mcpRestrictions closes MCP', (key) => {
    const policy = load({ groups: ['read', 'mcp'], mcpRestrictions: { [key]: ['b'] } });
    expect(decide(policy, { mode: 'm', ...calls.mcp })).toMatchObject({ code: 'MCP_RESTRICTIONS_INVALID' });
    expect(decide(policy, { mode: 'm', ...calls.read }).allowed).toBe(true);
    expect(policy.problems).toMatchObject([{ code: 'RESTRICTIONS_INVALID', severity: 'error' }]);
  });

  test('an unknown key in a list entry of mcpRestrictions closes MCP', () => {
    const entry = { serverName: 'gh', toolName: 'x', unless: { branch: 'main' } };
    expect(closedGroups(load({ groups: ['mcp'], mcpRestrictions: { allowedTools: [entry] } }))).toContain('mcp');
  });

  test.each(['$schema', '_comment', 'x-owner', 'comment', 'reason', 'modegate-ignore'])(
    'the annotation %s has no effect',
    (key) => {
      const policy = load({ groups: [['edit', { [key]: 'x' }], 'read', 'mcp'], mcpRestrictions: { [key]: 'x' } });
      expect(closedGroups(policy)).toEqual(['browser', 'command']);
      expect(codesOf(policy)).toEqual(['KEY_UNKNOWN', 'KEY_UNKNOWN']);
    },
  );

  test.each(['_allowedServers', 'x-disallowedTools', '$fileRegex', '_when', 'x-schedule'])(
    'the key %s with an annotation mark still closes mcp',
    (key) => {
      expect(closedGroups(load({ groups: ['mcp'], mcpRestrictions: { [key]: [] } }))).toContain('mcp');
    },
  );
});

describe('S7: limit keys on the mode', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/restrictions.md'), 'utf8');
  const quoted = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const rowsOf = (heading: string) => {
    const [table = ''] = page.slice(page.indexOf(`| ${heading} |`)).split('\n\n');
    const rows = table.split('\n').slice(2);
    return rows.map((row) => row.split('|')).map(([, keys, , closes]) => [quoted(keys), quoted(closes)] as const);
  };
  const own = rowsOf('limit in the wrong place').flatMap(([keys, closes]) => keys.map((key) => [key, closes] as const));
  const foreign = rowsOf('limit of another client').flatMap(([keys, closes]) =>
    keys.map((key) => [key, closes] as const),
  );
  const onMode = [
    ...own.filter(([key]) => !['mcpRestrictions', 'allowedMcpServers', 'commandRestrictions'].includes(key)),
    ...foreign,
  ];

  test('the documented tables name every key that closes a group', () => {
    expect(own.map(([key]) => key).toSorted()).toEqual([...ownLimitKeys.keys()].toSorted());
    expect(foreign.map(([key]) => key).toSorted()).toEqual([...foreignLimitKeys.keys()].toSorted());
  });

  test.each(onMode)('the key %s on a mode closes %j', (key, closes) => {
    const policy = load({ groups: allGroups, [key]: ['b'] });
    expect(closedGroups(policy)).toEqual([...closes]);
    expect(policy.problems).toMatchObject([
      { code: 'LIMIT_MISPLACED', severity: 'error', message: expect.stringContaining(`'${key}'`) },
    ]);
  });

  test.each(onMode)('the key %s with an annotation mark on a mode still closes its groups', (key, closes) => {
    for (const mark of ['_', '$', 'x-', '//'])
      expect(closedGroups(load({ groups: allGroups, [mark + key]: ['b'] }))).toEqual([...closes]);
  });

  test.each(own)('the key %s inside an unknown key closes %j', (key, closes) => {
    for (const value of [{ [key]: ['b'] }, ['edit', [{ [key]: ['b'] }]]]) {
      const policy = load({ groups: allGroups, mcpRestriction: value });
      expect(closedGroups(policy)).toEqual([...closes]);
      expect(policy.problems).toMatchObject([
        { code: 'LIMIT_MISPLACED', pointer: '/customModes/0/mcpRestriction', message: expect.stringContaining(key) },
      ]);
    }
  });

  test.each([
    'permissionNote',
    'permissionNotes',
    'blockedBy',
    'lockedFiles',
    'readOnly',
    'restrictedTo',
    'icon',
    'scope',
    'fileRegexp',
    'file_regex',
    'allowedFiles',
    'ALLOWED_TOOLS',
    'allowedTool',
    'deniedServers',
    'mcp',
    'exclude',
  ])('the unknown key %s has no effect, and its problem says so', (key) => {
    const policy = load({ groups: allGroups, [key]: ['b'] });
    expect(closedGroups(policy)).toEqual([]);
    expect(policy.problems).toMatchObject([
      { code: 'KEY_UNKNOWN', message: expect.stringContaining(`the unknown key '${key}', which has no effect.`) },
    ]);
  });

  test.each([
    ['fileRegexp', 'fileRegex'],
    ['mcp_restrictions', 'mcpRestrictions'],
    ['disallowed_servers', 'disallowedServers'],
    ['when_to_use', 'whenToUse'],
  ])('the problem of the key %s names %s', (key, nearest) => {
    expect(load({ groups: allGroups, [key]: 'b' }).problems[0]?.message).toContain(`Did you mean '${nearest}'?`);
  });

  test.each(['disabledTools', 'disallowedTools'])('the key %s on a mode closes the tools that it names', (key) => {
    const policy = load({ groups: allGroups, [key]: ['execute_command', 'search_and_replace', 'browser_*'] });
    expect(closedGroups(policy)).toEqual(['browser', 'command']);
    for (const tool of ['execute_command', 'edit', 'search_and_replace'])
      expect(decide(policy, { mode: 'm', tool, params: { file_path: 'a' } })).toMatchObject({
        code: 'TOOL_DISABLED',
        by: { pointer: `/customModes/0/${key}` },
      });
    expect(policy.problems).toMatchObject([{ code: 'LIMIT_MISPLACED', severity: 'error' }]);
  });

  test('disabledTools on a mode closes an always-available tool', () => {
    const policy = load({ groups: [], disabledTools: ['switch_mode'] });
    expect(decide(policy, { mode: 'm', tool: 'switch_mode' })).toMatchObject({ code: 'TOOL_DISABLED' });
    expect(decide(policy, { mode: 'm', tool: 'new_task' }).allowed).toBe(true);
  });

  test('a denied tool that the agent lacks closes mcp, and only an empty disabledTools closes nothing', () => {
    expect(closedGroups(load({ groups: allGroups, disabledTools: ['delete_repo'] }))).toEqual(['mcp']);
    expect(closedGroups(load({ groups: allGroups, disabledTools: 'delete_repo' }))).toEqual(['mcp']);
    expect(closedGroups(load({ groups: allGroups, disallowedTools: [] }))).toEqual(['mcp']);
    expect(closedGroups(load({ groups: allGroups, disabledTools: [] }))).toEqual([]);
    expect(load({ groups: allGroups, disabledTools: [] }).problems).toEqual([]);
  });

  test('a merge key loses no limit', () => {
    const parse = (merged: string) =>
      compilePolicy({
        project: parseModesText(
          `customModes:\n  - <<: ${merged}\n    slug: m\n    name: M\n    roleDefinition: R\n    groups: [read, edit, browser, command, mcp]\n`,
          { source: 'project' },
        ),
      });
    expect(closedGroups(parse('{ mcpRestrictions: { allowedServers: [] } }'))).toEqual(['mcp']);
    expect(closedGroups(parse('{ allowedMcpServers: [] }'))).toEqual(['mcp']);
    expect(closedGroups(parse("{ fileRegex: 'x' }"))).toEqual(['read', 'edit']);
    expect(closedGroups(parse("[{ fileRegex: 'x' }, { disallowedServers: [a] }]"))).toEqual(['read', 'edit', 'mcp']);
    expect(closedGroups(parse('{ disabledTools: [execute_command] }'))).toEqual(['command']);
    expect(closedGroups(parse('{ groups: [read], colour: red }'))).toEqual([]);
  });
});
