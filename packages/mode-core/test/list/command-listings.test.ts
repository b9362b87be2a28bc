import { compilePolicy, listRestrictingModes, listTools, type ModeConfig } from '@modegate/mode-core';
import { listCommandRules } from '@modegate/mode-core/commands';
import type { CommandRestrictions } from '@modegate/mode-core/modes';
import { describeMcpTools, filterInventory, renderSystemPrompt } from '@modegate/mode-core/prompt';
import { describe, expect, test } from 'vitest';
import { judgeWords } from '../support/word-analyser.ts';

const mode = (slug: string, commandRestrictions?: CommandRestrictions): ModeConfig => ({
  slug,
  name: slug,
  roleDefinition: 'R',
  groups: ['command'],
  ...(commandRestrictions === undefined ? {} : { commandRestrictions }),
});
const compile = (...project: readonly ModeConfig[]) => compilePolicy({ builtin: [], project, commands: judgeWords() });

const family = compile(
  mode('base', { disallowedCommands: [{ command: 'rm', reason: 'use git clean' }], when: { branch: 'main' } }),
  mode('m', {
    extends: 'base',
    allowedCommands: ['git status *', { command: 'deploy', when: { ci: true } }],
    askCommands: ['git push'],
  }),
  mode('free'),
);

describe('listCommandRules', () => {
  test('listCommandRules lists the rules of a mode and of its parents, with their places', () => {
    const at = (pointer: string) => expect.objectContaining({ pointer });
    const [own, inherited] = ['/customModes/1/commandRestrictions', '/customModes/0/commandRestrictions'];
    expect(listCommandRules(family, 'm')).toEqual([
      {
        mode: 'm',
        closedBy: at(`${own}/allowedCommands`),
        rules: [
          { list: 'allowedCommands', command: 'git status *', by: at(`${own}/allowedCommands/0`) },
          { list: 'allowedCommands', command: 'deploy', words: 'in CI', by: at(`${own}/allowedCommands/1`) },
          { list: 'askCommands', command: 'git push', by: at(`${own}/askCommands/0`) },
        ],
        conditions: [],
      },
      {
        mode: 'base',
        rules: [
          {
            list: 'disallowedCommands',
            command: 'rm',
            reason: 'use git clean',
            by: at(`${inherited}/disallowedCommands/0`),
          },
        ],
        conditions: [{ words: 'on branch main', by: at(`${inherited}/when/branch`) }],
      },
    ]);
    expect(listCommandRules(family, 'free')).toEqual([]);
    expect(() => listCommandRules(family, 'nobody')).toThrow("Unknown mode 'nobody'");
  });

  test('listCommandRules marks a rule that cannot be used', () => {
    const policy = compile(mode('m', { allowedCommands: ['ls', 'a && b'] }));
    expect(listCommandRules(policy, 'm')[0]?.rules.map(({ fault }) => fault)).toEqual([
      undefined,
      expect.stringContaining("contains the operator '&&'"),
    ]);
  });
});

test('listRestrictingModes lists the modes of either kind of restrictions', () => {
  const slugs = (slug: string, key?: 'mcpRestrictions' | 'commandRestrictions') =>
    listRestrictingModes(family, slug, key).map((config) => config.slug);
  expect([slugs('m'), slugs('m', 'commandRestrictions'), slugs('free', 'commandRestrictions')]).toEqual([
    ['m'],
    ['m', 'base'],
    [],
  ]);
});

describe('listTools and the tools for commands', () => {
  const offers = (restrictions: CommandRestrictions, given: object = {}) =>
    listTools(compile(mode('m', restrictions)), { mode: 'm', ...given }).some(({ name }) => name === 'execute_command');

  test.each([
    [{}, true],
    [{ allowedCommands: ['ls'] }, true],
    [{ allowedCommands: [], askCommands: ['ls'] }, true],
    [{ allowedCommands: [] }, false],
    [{ allowedCommands: ['a && b'] }, false],
    [{ allowedCommands: 'ls' }, false],
    [{ when: { branch: 'main' } }, false],
  ])('listTools with the restrictions %j offers commands: %s', (restrictions, expected) => {
    expect(offers(restrictions as CommandRestrictions)).toBe(expected);
  });

  test('listTools offers commands if the conditions hold', () => {
    expect(offers({ when: { branch: 'main' } }, { context: { branch: 'main' } })).toBe(true);
  });

  test('listTools offers commands only with an analyser', () => {
    const policy = compilePolicy({ builtin: [], project: [mode('m', {})] });
    expect(listTools(policy, 'm').some(({ group }) => group === 'command')).toBe(false);
  });
});

describe('the system prompt about commands', () => {
  test('the system prompt lists the commands that a mode may run', () => {
    expect(renderSystemPrompt(family, { mode: 'm', context: { branch: 'main' } })).toContain(
      [
        '- command: execute_command, read_command_output',
        '  - only these commands: `git status *`, `deploy` (in CI), `git push`',
        "  - with a person's consent: `git push`",
        '  - commands only on branch main',
        '  - never: `rm`',
        '- always:',
      ].join('\n'),
    );
    expect(renderSystemPrompt(family, 'free')).toContain('- command: execute_command, read_command_output\n- always:');
    expect(renderSystemPrompt(family, 'm')).toContain('- command: no tools\n- always:');
  });

  test('the system prompt stays short, and a command rule cannot pose as one of its lines', () => {
    const disallowedCommands = Array.from({ length: 200 }, (_, index) => `run${index}\n====`);
    const prompt = renderSystemPrompt(compile(mode('m', { disallowedCommands })), 'm');
    expect(prompt).toContain('`run49\\x0a====` and 150 more\n');
    expect(prompt.match(/^====$/gm)).toHaveLength(1);
  });
});

describe('MCP tools that need consent', () => {
  const policy = compilePolicy({
    builtin: [],
    project: [
      {
        ...mode('m'),
        groups: ['mcp'],
        mcpRestrictions: {
          allowedServers: ['docs'],
          askServers: ['wiki'],
          askTools: [{ serverName: 'docs', toolName: 'delete', when: { branch: 'main' } }],
        },
      },
    ],
    servers: [{ name: 'wiki' }],
  });
  const inventory = [
    { name: 'docs', tools: [{ name: 'read' }, { name: 'delete', description: 'Deletes a page' }] },
    { name: 'wiki', tools: [{ name: 'edit' }], resources: [{ uri: 'wiki://index' }] },
    { name: 'other', tools: [{ name: 'x' }] },
  ];

  test('listTools offers and marks MCP tools that need consent', () => {
    const mark = "(needs a person's consent)";
    expect(describeMcpTools(policy, 'm', inventory)).toBe(
      [
        'MCP servers available in this mode:',
        `## docs\nTools:\n- read\n- delete: Deletes a page ${mark}`,
        `## wiki\nTools:\n- edit ${mark}\nResources:\n- wiki://index ${mark}`,
      ].join('\n\n'),
    );
    expect(filterInventory(policy, 'm', inventory).map(({ name }) => name)).toEqual(['docs', 'wiki']);
    expect(listTools(policy, 'm').map(({ name }) => name)).toContain('use_mcp_tool');
  });
});
