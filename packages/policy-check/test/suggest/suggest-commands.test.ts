import { compilePolicy, decide, type ModeConfig, type Policy } from '@modegate/mode-core';
import { createCommandJudge } from '@modegate/mode-core/commands';
import type { CommandRestrictions } from '@modegate/mode-core/modes';
import { suggestCommands } from '@modegate/policy-check/permissions';
import { shellAnalyser } from '@modegate/shell-commands';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

function policyOf(commandRestrictions?: CommandRestrictions): Policy {
  const mode: ModeConfig = {
    slug: 'm',
    name: 'M',
    roleDefinition: 'A role.',
    groups: ['read', 'edit', 'command'],
    ...(commandRestrictions && { commandRestrictions }),
  };
  const commands = createCommandJudge({ analyser: shellAnalyser, shell: 'bash' });
  return compilePolicy({ project: [mode], builtin: [], commands });
}

const suggest = (commands: readonly string[], own?: CommandRestrictions) =>
  suggestCommands(
    policyOf(own),
    commands.map((command) => ({ mode: 'm', command })),
  );

test('suggestions write commands with their exact words', () => {
  const { suggestions } = suggest(['npm test', 'npm test', 'git status && git diff "a b"', 'timeout 5 make docs']);
  expect(suggestions).toEqual([
    {
      mode: 'm',
      restrictions: { allowedCommands: ["git diff 'a b'", 'git status', 'make docs', 'npm test'] },
      reasons: ['From 3 different commands.'],
    },
  ]);
});

test('a star replaces last words of which several differ, if the program is known', () => {
  const commands = ['git log -1', 'git log -2', 'git log -3', 'git log --stat x', 'cat a', 'cat b', 'cat "$f"'];
  const scripts = ['npm run a', 'npm run b', 'npm run c', 'mytool a', 'mytool b', 'mytool c', 'git status', 'git diff'];
  expect(suggest([...commands, ...scripts]).suggestions[0]?.restrictions.allowedCommands).toEqual([
    'cat *',
    'git diff',
    'git log *',
    'git status',
    'mytool a',
    'mytool b',
    'mytool c',
    'npm run a',
    'npm run b',
    'npm run c',
  ]);
});

test('unreadable commands or those that leave a program open are not allowed, and the reasons say so', () => {
  expect(suggest(['eval x', 'mytool "$x"', 'ls']).suggestions[0]).toMatchObject({
    restrictions: { allowedCommands: ['ls'] },
    reasons: [
      'From 3 different commands.',
      '1 of these commands cannot be analysed and would be refused.',
      `'mytool "$x"' does not show what it runs, so it would be refused.`,
    ],
  });
  expect(suggest(['echo x', 'cd docs']).skipped).toEqual([
    { mode: 'm', reason: 'The commands need no rule, or none of them can be analysed.' },
  ]);
  expect(suggestCommands(policyOf(), [{ mode: 'x', command: 'ls' }]).skipped).toEqual([
    { mode: 'x', reason: 'No such mode.' },
  ]);
});

test('a suggestion keeps the entries of a closed list that are needed', () => {
  const own: CommandRestrictions = {
    allowedCommands: ['git *', { command: 'npm test', reason: 'tests' }, 'make *'],
    disallowedCommands: ['git push'],
  };
  expect(suggest(['git status', 'npm test'], own).suggestions[0]?.restrictions).toEqual({
    ...own,
    allowedCommands: ['git *', { command: 'npm test', reason: 'tests' }],
  });
  expect(suggest(['git status', 'npm test', 'make'], own).skipped[0]?.reason).toContain('needs all');
});

test('a suggestion allows the commands from which it comes, and no other program', () => {
  const words = fc.constantFrom(
    'git',
    'log',
    'add',
    'cat',
    'npm',
    'run',
    'x',
    '-a',
    "'a b'",
    '$v',
    'ls',
    '"*"',
    'sort',
  );
  const commands = fc.array(
    fc.array(words, { minLength: 1, maxLength: 4 }).map((all) => all.join(' ')),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(commands, (seen) => {
      const { suggestions } = suggest(seen);
      for (const { restrictions, reasons } of suggestions) {
        const policy = policyOf(restrictions);
        expect(policy.problems).toEqual([]);
        const ask = (command: string) => decide(policy, { mode: 'm', tool: 'execute_command', params: { command } });
        expect(ask('python3 -c 1').allowed).toBe(false);
        const refused = seen.filter((command) => !ask(command).allowed);
        if (reasons.length === 1) expect(refused).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
});
