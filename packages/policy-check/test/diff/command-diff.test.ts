import { compilePolicy, decide, type ModeConfig, type Policy } from '@modegate/mode-core';
import { createCommandJudge } from '@modegate/mode-core/commands';
import type { CommandRestrictions } from '@modegate/mode-core/modes';
import { diffPolicies, permissionMatrix } from '@modegate/policy-check/permissions';
import { shellAnalyser } from '@modegate/shell-commands';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const rules = [
  'git *',
  'git status',
  'git status *',
  'git push',
  'git push *',
  'git push --force',
  'git --output',
  'git diff *',
  'git diff --output',
  'npm test',
  'npm test *',
  'npm run *',
  'npm run build',
  'ls',
  'ls *',
  'ls -a',
  'rm',
  '*',
  'git * --stat',
  'cat docs/*',
  'git push:*',
];
const commands = [
  'git',
  'git status',
  'git status -s',
  'git push',
  'git push origin main',
  'git push origin --force',
  'git diff',
  'git diff --stat',
  'git diff --output docs/x',
  'git log --output docs/x',
  'npm test',
  'npm test x',
  'npm run build',
  'npm run build x',
  'npm run x',
  'ls',
  'ls -a',
  'ls docs',
  'rm docs/x',
  'rm src/x',
  'cat docs/a',
  'cat src/a',
  'mytool',
  'mytool x',
  'git status && git push',
];
const list = fc.array(fc.constantFrom(...rules), { maxLength: 4 });
const restrictions = fc.option(
  fc.record(
    {
      allowedCommands: list,
      askCommands: fc.array(fc.constantFrom(...rules), { maxLength: 2 }),
      disallowedCommands: fc.array(fc.constantFrom(...rules), { maxLength: 2 }),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined, freq: 8 },
);
const groups = fc.constantFrom<ModeConfig['groups']>(
  ['read', 'edit', 'command'],
  ['read', ['edit', { fileRegex: '^docs/' }], 'command'],
  [['read', { fileRegex: '^docs/' }], 'command'],
);

function policyOf(held: ModeConfig['groups'], commandRestrictions: CommandRestrictions | undefined): Policy {
  const mode = { slug: 'm', name: 'M', roleDefinition: 'A role.', groups: held };
  const judge = createCommandJudge({ analyser: shellAnalyser, shell: 'bash' });
  const config: ModeConfig = commandRestrictions === undefined ? mode : { ...mode, commandRestrictions };
  return compilePolicy({ project: [config], builtin: [], servers: [], commands: judge });
}

const rank = (policy: Policy, command: string): number => {
  const decision = decide(policy, { mode: 'm', tool: 'execute_command', params: { command } });
  if (decision.allowed) return 2;
  return decision.kind === 'consent' ? 1 : 0;
};

test('every command that a rule change opens is reported as a grant, and every grant opens a command', () => {
  fc.assert(
    fc.property(groups, restrictions, restrictions, (held, first, second) => {
      const [before, after] = [policyOf(held, first), policyOf(held, second)];
      const granted = diffPolicies({ policy: before }, { policy: after }).changes.filter(({ mayGrant }) => mayGrant);
      const opened = commands.filter((command) => rank(after, command) > rank(before, command));
      if (opened.length > 0) expect([opened, granted.length > 0]).toEqual([opened, true]);
      // Some rows are about the files that the word `…` stands for.
      const told = granted.flatMap(({ subject, after: row }) =>
        subject.kind === 'command' && row.conditions.length === 0 ? [subject.command] : [],
      );
      for (const command of told)
        expect([command, rank(after, command) > rank(before, command)]).toEqual([command, true]);
    }),
    { numRuns: 1000 },
  );
});

test('a command row of a diff says what decide says', () => {
  const ranks = { denied: 0, asks: 1, allowed: 2, limited: 0, unknown: 0 };
  fc.assert(
    fc.property(groups, restrictions, (held, written) => {
      const policy = policyOf(held, written);
      for (const { subject, state, conditions } of permissionMatrix(policy).rows)
        if (subject.kind === 'command' && conditions.length === 0)
          expect([subject.command, ranks[state]]).toEqual([subject.command, rank(policy, subject.command)]);
    }),
    { numRuns: 300 },
  );
});
