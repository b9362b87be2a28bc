import { compilePolicy, type ModeConfig } from '@modegate/mode-core';
import { createCommandJudge } from '@modegate/mode-core/commands';
import type { CommandRestrictions, McpRestrictions } from '@modegate/mode-core/modes';
import { diffPolicies, formatSubject, type PermissionRow, permissionMatrix } from '@modegate/policy-check/permissions';
import { shellAnalyser } from '@modegate/shell-commands';
import { describe, expect, test } from 'vitest';

const modeOf = (commandRestrictions: CommandRestrictions | undefined, more: Partial<ModeConfig> = {}): ModeConfig => ({
  slug: 'm',
  name: 'M',
  roleDefinition: 'A role.',
  groups: ['read', 'edit', 'command'],
  ...(commandRestrictions === undefined ? {} : { commandRestrictions }),
  ...more,
});
const policyOf = (...project: readonly ModeConfig[]) =>
  compilePolicy({
    project,
    builtin: [],
    servers: [],
    commands: createCommandJudge({ analyser: shellAnalyser, shell: 'unknown' }),
  });
const statesOf = (...project: readonly ModeConfig[]): Readonly<Record<string, PermissionRow['state']>> =>
  Object.fromEntries(
    permissionMatrix(policyOf(...project), { modes: ['m'] }).rows.flatMap(({ subject, state }) =>
      /command/.test(subject.kind) || formatSubject(subject) === 'execute_command'
        ? [[formatSubject(subject), state]]
        : [],
    ),
  );

describe('command rows of the matrix', () => {
  test('each command rule shows its effect, with and without further words', () => {
    const states = statesOf(
      modeOf({
        allowedCommands: ['git log *', 'npm test'],
        askCommands: ['git push'],
        disallowedCommands: ['git log -p'],
      }),
    );
    expect(states).toEqual({
      execute_command: 'limited',
      "command 'git log'": 'allowed',
      "command 'git log …'": 'allowed',
      "command 'npm test'": 'allowed',
      "command 'npm test …'": 'denied',
      "command 'git push'": 'asks',
      "command 'git push …'": 'asks',
      "command 'git log -p'": 'denied',
      "command 'git log -p …'": 'denied',
      'other commands': 'denied',
    });
  });

  test('a mode without command rules has the rows of the others; without any rules there are no rows', () => {
    const other = modeOf({ disallowedCommands: ['rm'] }, { slug: 'other' });
    expect(statesOf(modeOf(undefined), other)).toEqual({
      execute_command: 'allowed',
      "command 'rm'": 'allowed',
      "command 'rm …'": 'allowed',
      'other commands': 'allowed',
    });
    expect(statesOf(modeOf(undefined))).toEqual({ execute_command: 'allowed' });
  });

  test('the matrix shows that files and conditions limit a command', () => {
    const groups: ModeConfig['groups'] = ['read', ['edit', { fileRegex: '^docs/' }], 'command'];
    const rules = { allowedCommands: ['touch *', { command: 'git push', when: { branch: 'main' } }] };
    const { rows } = permissionMatrix(policyOf(modeOf(rules, { groups })));
    const row = (words: string) => rows.find(({ subject }) => formatSubject(subject) === words);
    expect(row("command 'touch …'")).toMatchObject({ state: 'limited', conditions: [{ kind: 'command-files' }] });
    expect(row("command 'git push'")).toMatchObject({
      state: 'limited',
      conditions: [{ kind: 'circumstances', of: 'allowedCommands', when: { branch: 'main' } }],
    });
  });

  test('the matrix says who enforces command rules', () => {
    const { commandEnforcement } = permissionMatrix(policyOf(modeOf({ allowedCommands: [] })));
    expect(commandEnforcement?.ignoredBy).toEqual(['Roo Code', 'Zoo Code', 'Kilo Code', 'IBM Bob']);
    expect(permissionMatrix(policyOf(modeOf(undefined))).commandEnforcement).toBeUndefined();
  });
});

describe('rules that ask about servers and tools', () => {
  const stateOf = (mcpRestrictions: McpRestrictions, words: string) => {
    const policy = compilePolicy({
      project: [modeOf(undefined, { groups: ['mcp'], mcpRestrictions })],
      builtin: [],
      servers: [{ name: 'github' }],
    });
    const { rows } = permissionMatrix(policy, { inventory: [{ name: 'github', tools: [{ name: 'search' }] }] });
    const { state, conditions } = rows.find(({ subject }) => formatSubject(subject) === words) as PermissionRow;
    return conditions.length === 0 ? state : [state, conditions];
  };
  const tool = (toolName: string) => ({ serverName: 'github', toolName });

  test('the matrix shows that a tool, every tool or a server asks', () => {
    expect(stateOf({ askTools: [tool('search')] }, 'github/search')).toBe('asks');
    expect(stateOf({ askTools: [tool('search')] }, 'other tools of github')).toBe('allowed');
    expect(stateOf({ askTools: [tool('*')] }, 'other tools of github')).toBe('asks');
    expect(stateOf({ askServers: ['github'] }, 'other tools of github')).toBe('asks');
    expect(stateOf({ askServers: ['github'] }, 'resources of github')).toBe('asks');
    expect(stateOf({ allowedTools: [], askTools: [tool('*')] }, 'other tools of github')).toBe('asks');
  });

  test('the matrix says no more than is true about names that a pattern splits', () => {
    expect(stateOf({ askTools: [tool('delete_*')] }, 'other tools of github')).toEqual([
      'unknown',
      [{ kind: 'tool-names', otherwise: 'allowed', allow: [], deny: [], ask: ['delete_*'] }],
    ]);
    expect(stateOf({ allowedTools: [], askTools: [tool('get_*')] }, 'other tools of github')).toEqual([
      'unknown',
      [{ kind: 'tool-names', otherwise: 'denied', allow: [], deny: [], ask: ['get_*'] }],
    ]);
    expect(stateOf({ askTools: [tool('*')], disallowedTools: [tool('delete_*')] }, 'other tools of github')).toEqual([
      'unknown',
      [{ kind: 'tool-names', otherwise: 'asks', allow: [], deny: ['delete_*'] }],
    ]);
  });
});

describe('what a change of rules grants', () => {
  const diff = (before: CommandRestrictions | undefined, after: CommandRestrictions | undefined) =>
    diffPolicies({ policy: policyOf(modeOf(before)) }, { policy: policyOf(modeOf(after)) }).changes.map(
      ({ kind, subject, mayGrant }) => `${kind} ${formatSubject(subject)}${mayGrant ? ' grants' : ''}`,
    );

  test.each<[string, CommandRestrictions | undefined, CommandRestrictions | undefined, readonly string[]]>([
    [
      'a new allowed command',
      { allowedCommands: ['git status'] },
      { allowedCommands: ['git status', 'npm test'] },
      ["gained command 'npm test' grants"],
    ],
    [
      'a wider prefix',
      { allowedCommands: ['git status *'] },
      { allowedCommands: ['git *'] },
      ["gained command 'git' grants", "gained command 'git …' grants"],
    ],
    [
      'further words',
      { allowedCommands: ['npm test'] },
      { allowedCommands: ['npm test *'] },
      ["gained command 'npm test …' grants"],
    ],
    [
      'no denial any more',
      { allowedCommands: ['git push *'], disallowedCommands: ['git push -f'] },
      { allowedCommands: ['git push *'] },
      ["gained command 'git push -f' grants", "gained command 'git push -f …' grants"],
    ],
    [
      'a denial of fewer words, for a command that no rule names as a whole',
      { allowedCommands: ['git log *', 'git diff *'], disallowedCommands: ['git --output'] },
      { allowedCommands: ['git log *', 'git diff *'], disallowedCommands: ['git diff --output'] },
      ["gained command 'git log --output …' grants"],
    ],
    [
      'no question any more',
      { allowedCommands: ['git push *'], askCommands: ['git push'] },
      { allowedCommands: ['git push *'] },
      ["widened command 'git push' grants", "widened command 'git push …' grants"],
    ],
    [
      'a question instead of a denial',
      { allowedCommands: ['ls'], disallowedCommands: ['git push'] },
      { allowedCommands: ['ls'], askCommands: ['git push'] },
      ["gained command 'git push' grants", "gained command 'git push …' grants"],
    ],
    [
      'a new question',
      { allowedCommands: ['git push *'] },
      { allowedCommands: ['git push *'], askCommands: ['git push'] },
      ["narrowed command 'git push'", "narrowed command 'git push …'"],
    ],
    ['the same in other words', { allowedCommands: ['git  "status"'] }, { allowedCommands: ['git status'] }, []],
    [
      'rules where there were none',
      undefined,
      { allowedCommands: ['git status'] },
      ['narrowed execute_command', "lost command 'git status …'", 'lost other commands'],
    ],
    [
      'no rules where there were some',
      { allowedCommands: ['git status'] },
      undefined,
      ['widened execute_command grants', "gained command 'git status …' grants", 'gained other commands grants'],
    ],
    [
      'an open list',
      { allowedCommands: ['git status'] },
      { allowedCommands: ['*'] },
      ["gained command 'git status …' grants", 'gained other commands grants'],
    ],
    [
      'a question only on one branch',
      { allowedCommands: ['ls'], askCommands: ['git push'] },
      { allowedCommands: ['ls', 'git push *'], askCommands: [{ command: 'git push', when: { branch: 'main' } }] },
      ["changed command 'git push' grants", "changed command 'git push …' grants"],
    ],
  ])('diff of command rules: %s', (_name, before, after, changes) => {
    expect(diff(before, after)).toEqual(changes);
  });

  test('a new mode with command rules grants what they allow', () => {
    const policy = policyOf(modeOf({ allowedCommands: ['ls'] }));
    const { changes } = diffPolicies({ policy: policyOf() }, { policy });
    const granted = changes.filter(({ mayGrant }) => mayGrant).map(({ subject }) => formatSubject(subject));
    expect(granted).toContain("command 'ls'");
    expect(granted).toContain('execute_command');
    const { changes: none } = diffPolicies(
      { policy: policyOf() },
      { policy: policyOf(modeOf({ allowedCommands: [] })) },
    );
    expect(none.filter(({ mayGrant }) => mayGrant).map(({ subject }) => formatSubject(subject))).not.toContain(
      'execute_command',
    );
  });
});
