import { compilePolicy, decide, explain, listTools } from '@modegate/mode-core';
import { isToolAllowedForMode } from '@modegate/mode-core/roo';
import { parseModesText } from '@modegate/mode-core/text';
import { describe, expect, test } from 'vitest';

const load = (groups: string) =>
  compilePolicy({
    project: parseModesText(
      `customModes:\n  - slug: m\n    name: M\n    roleDefinition: R\n    groups:\n${groups.replaceAll(/^/gm, '      ')}`,
      { source: 'project', file: '.roomodes' },
    ),
  });
const calls = {
  read: { tool: 'read_file', params: { path: 'a.ts' } },
  edit: { tool: 'write_to_file', params: { path: 'a.ts' } },
  command: { tool: 'execute_command' },
  mcp: { tool: 'use_mcp_tool', mcp: { server: 'gh', tool: 'x' } },
} as const;
const openIn = (policy: ReturnType<typeof load>) =>
  Object.entries(calls).flatMap(([group, call]) => (decide(policy, { mode: 'm', ...call }).allowed ? [group] : []));

describe('R1-8: a groups entry that cannot be read', () => {
  test.each([
    [
      'a limit that lost its group',
      '- read\n- edit\n- fileRegex: \\.md$\n  description: Markdown\n- command',
      ['command'],
    ],
    ['a limit in a list of its own', '- read\n- edit\n- - fileRegex: \\.md$\n- command', ['command']],
    ['a misspelt limit', '- read\n- edit\n- fileRegexp: \\.md$\n- command', ['command']],
    ['a limit of a group that does not exist', '- read\n- edit\n- - Edit\n  - fileRegex: \\.md$', []],
    ['a mapping that names its group', '- read\n- edit\n- edit: { fileRegex: \\.md$ }', ['read']],
    ['a pair that is one list too deep', '- read\n- edit\n- - - edit\n    - fileRegex: \\.md$', ['read']],
    ['a pair whose limit is not a mapping', '- read\n- edit\n- - edit\n  - \\.md$', ['read']],
    ['a pair whose pattern is not text', '- read\n- edit\n- - edit\n  - fileRegex: 5', ['read']],
    ['a limit of commands', '- read\n- command\n- command: { allow: ls }', ['read']],
    ['an unknown option beside the bare group', '- read\n- edit\n- - edit\n  - filePattern: \\.md$', ['read']],
  ])('%s as a groups entry closes the group that it may limit', (_name, groups, open) => {
    const policy = load(groups);
    expect(openIn(policy)).toEqual(open);
    expect(policy.problems).toMatchObject([{ code: 'GROUP_INVALID', severity: 'error' }]);
  });

  test('a groups entry that names no limit closes no other entry', () => {
    expect(openIn(load('- read\n- edit\n- null\n- 5\n- editor'))).toEqual(['read', 'edit']);
  });

  test('S7b: the refusal names the unknown key and its line, and does not advise adding an existing group', () => {
    const policy = load('- read\n- - edit\n  - fileRegexp: \\.md$\n- mcp');
    const { decision } = explain(policy, { mode: 'm', ...calls.edit });
    expect(decision).toMatchObject({
      code: 'GROUP_MISSING',
      by: { layer: 'project', file: '.roomodes', line: 8, pointer: '/customModes/0/groups/1/1/fileRegexp' },
      reason: expect.stringMatching(/'fileRegexp'.*Did you mean 'fileRegex'\?$/),
    });
    expect(decide(policy, { mode: 'm', ...calls.command })).toMatchObject({ by: { layer: 'default' } });
  });

  test('a group closed by an invalid entry stays closed in listTools and isToolAllowedForMode', () => {
    const policy = load('- read\n- edit\n- fileRegex: \\.md$');
    expect(listTools(policy, { mode: 'm' }).map(({ name }) => name)).not.toContain('write_to_file');
    const customModes = [
      { slug: 'm', name: 'M', roleDefinition: 'R', groups: ['read', 'edit', { fileRegex: '\\.md$' }] },
    ] as never;
    expect(isToolAllowedForMode('write_to_file', 'm', customModes, undefined, { path: 'a.ts' })).toBe(false);
  });
});
