import {
  type Circumstances,
  compilePolicy,
  type Decision,
  decide,
  explain,
  findRule,
  type ModeConfig,
  needsConsent,
  type Policy,
} from '@modegate/mode-core';
import type { CommandEntry, CommandRestrictions } from '@modegate/mode-core/modes';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  circumstances,
  commandRestrictions,
  commandText,
  fullContext,
  fullTask,
  moment,
} from '../support/restriction-arbitraries.ts';
import { judgeWords } from '../support/word-analyser.ts';

const part = fc
  .tuple(commandText, fc.constantFrom('', '', ' > docs/a', ' > src/a', ' > $x', ' < a', ' > .git/a'))
  .map((parts) => parts.join(''));
const command = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' && '));

const modeOf = (slug: string, restrictions: CommandRestrictions): ModeConfig => ({
  slug,
  name: slug,
  roleDefinition: 'R',
  groups: ['command', 'read', ['edit', { fileRegex: '^docs/' }]],
  commandRestrictions: restrictions,
});

function policyOf(...modes: readonly ModeConfig[]): Policy {
  const policy = compilePolicy({ builtin: [], project: modes, commands: judgeWords() });
  expect(policy.problems).toEqual([]);
  return policy;
}

const requestOf = (mode: string, text: string, given: Circumstances) => ({
  mode,
  tool: 'execute_command',
  params: { command: text },
  ...given,
});

/** 0 for a refusal, 1 for a question, 2 for an allowance. */
const rank = (decision: Decision) => (decision.allowed ? 2 : needsConsent(decision) ? 1 : 0);
const judge = (restrictions: CommandRestrictions, text: string, given: Circumstances) =>
  rank(decide(policyOf(modeOf('m', restrictions)), requestOf('m', text, given)));

test('a denial or a closed list never allows anything, and a question allows nothing without consent', () => {
  fc.assert(
    fc.property(commandRestrictions, command, circumstances, commandText, (own, text, given, entry) => {
      const before = judge(own, text, given);
      const add = (list: readonly CommandEntry[] = []) => [...list, entry];
      expect(judge({ ...own, disallowedCommands: add(own.disallowedCommands) }, text, given)).toBeLessThanOrEqual(
        before,
      );
      const asking = judge({ ...own, askCommands: add(own.askCommands) }, text, given);
      expect(asking).toBeLessThanOrEqual(Math.max(before, 1));
      const { allowedCommands, ...open } = own;
      if (allowedCommands !== undefined) expect(before).toBeLessThanOrEqual(judge(open, text, given));
    }),
    { numRuns: 2000 },
  );
});

test('the strictest answer of all command parts decides, and explain returns each', () => {
  fc.assert(
    fc.property(commandRestrictions, command, part, circumstances, (own, text, other, given) => {
      const policy = policyOf(modeOf('m', own));
      const ask = (one: string) => rank(decide(policy, requestOf('m', one, given)));
      expect(ask(`${text} && ${other}`)).toBe(Math.min(ask(text), ask(other)));
      const { decision, parts = [], steps } = explain(policy, requestOf('m', text, given));
      expect(decision).toEqual(decide(policy, requestOf('m', text, given)));
      expect(steps.at(-1)).toMatchObject({ check: 'command', by: decision.by });
      expect(Math.min(...parts.map((one) => rank(one.decision)))).toBe(rank(decision));
      for (const one of [decision, ...parts.map((each) => each.decision)])
        expect(findRule(policy, one.by)).toBeDefined();
    }),
    { numRuns: 1000 },
  );
});

test('less knowledge about a command never allows more', () => {
  fc.assert(
    fc.property(commandRestrictions, command, fullContext, fullTask, moment, (own, text, context, task, at) => {
      const known = judge(own, text, { at, context, task });
      for (const less of [{}, { at }, { context }, { task, context: { branch: context.branch } }])
        expect(judge(own, text, less)).toBeLessThanOrEqual(known);
    }),
    { numRuns: 2000 },
  );
});

test('a child mode is exactly what it and its parents allow together', () => {
  fc.assert(
    fc.property(
      commandRestrictions,
      commandRestrictions,
      commandRestrictions,
      fc.array(fc.tuple(command, circumstances), { minLength: 1, maxLength: 6 }),
      (first, second, own, asked) => {
        const policy = policyOf(
          modeOf('first', first),
          modeOf('second', second),
          modeOf('alone', own),
          modeOf('child', { ...own, extends: ['first', 'second'] }),
        );
        for (const [text, given] of asked) {
          const ask = (slug: string) => rank(decide(policy, requestOf(slug, text, given)));
          expect(ask('child')).toBe(Math.min(ask('first'), ask('second'), ask('alone')));
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test('a policy with remembered decisions answers like a fresh one', () => {
  fc.assert(
    fc.property(
      commandRestrictions,
      fc.array(fc.tuple(command, circumstances, fc.constantFrom(undefined, 'docs', '..')), {
        minLength: 2,
        maxLength: 8,
      }),
      (own, asked) => {
        const shared = policyOf(modeOf('m', own));
        for (const [text, given, cwd] of [...asked, ...asked]) {
          const request = { ...requestOf('m', text, given), params: { command: text, cwd } };
          expect(decide(shared, request)).toEqual(decide(policyOf(modeOf('m', own)), request));
        }
      },
    ),
    { numRuns: 500 },
  );
});
