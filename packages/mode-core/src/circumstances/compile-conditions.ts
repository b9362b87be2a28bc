import { jsonPointer } from '@modegate/json';
import type { RuleReference } from '../decision.ts';
import type { McpConditions } from '../modes/mode.ts';
import { type CompiledSchedule, compileSchedule } from '../schedule/compile-schedule.ts';
import { printable } from '../show.ts';
import type { KnownCircumstances } from './circumstances.ts';
import { type CompiledCondition, type ConditionState, stateOf } from './condition.ts';
import { compilePatterns, describePatterns } from './name-patterns.ts';
import { compileTaskConditions } from './task-conditions.ts';

/**
 * Compiles the `schedule` and `when` keys of restrictions or of an entry; all of the given conditions must be true.
 * `ruleAt` returns the rule at a pointer relative to those restrictions or that entry.
 */
export function compileConditions(
  { schedule, when = {} }: McpConditions,
  ruleAt: (pointer: string) => RuleReference,
): readonly CompiledCondition[] {
  const { branch, ci, env = {}, task } = when;
  return [
    ...(schedule === undefined ? [] : [timeCondition(compileSchedule(schedule), ruleAt('/schedule'))]),
    ...(branch === undefined ? [] : [branchCondition(branch, ruleAt('/when/branch'))]),
    ...(ci === undefined ? [] : [ciCondition(ci, ruleAt('/when/ci'))]),
    ...Object.entries(env).map(([name, values]) => envCondition(name, values, ruleAt(`/when/env${jsonPointer(name)}`))),
    ...(task === undefined ? [] : compileTaskConditions(task, (pointer) => ruleAt(`/when/task${pointer}`))),
  ];
}

/** Compiles the conditions of restrictions or of an entry; returns undefined if there are no conditions. */
export function compileOptionalConditions(
  conditions: McpConditions,
  ruleAt: (pointer: string) => RuleReference,
): readonly CompiledCondition[] | undefined {
  if (conditions.schedule === undefined && conditions.when === undefined) return undefined;
  return compileConditions(conditions, ruleAt);
}

/**
 * @internal Combines conditions: the result is `fails` if any condition fails; otherwise, it is `unknown` if any
 * condition is unknown.
 */
export function judgeConditions(
  conditions: readonly CompiledCondition[],
  circumstances: KnownCircumstances,
): ConditionState {
  let state: ConditionState = 'holds';
  for (const condition of conditions) {
    const own = condition.judge(circumstances);
    if (own === 'fails') return 'fails';
    if (own === 'unknown') state = 'unknown';
  }
  return state;
}

/**
 * Creates the condition for a schedule. If this runtime cannot evaluate the schedule, for example because it lacks the
 * time zone, the result is always `unknown`.
 */
function timeCondition(schedule: CompiledSchedule | undefined, by: RuleReference): CompiledCondition {
  return {
    kind: 'time',
    by,
    words: schedule?.words ?? 'at times that cannot be evaluated here',
    asks: 'the time',
    schedule,
    judge: ({ at }) => (at === undefined || schedule === undefined ? 'unknown' : stateOf(schedule.isOpen(at))),
  };
}

function branchCondition(given: string | readonly string[], by: RuleReference): CompiledCondition {
  const matches = compilePatterns(given);
  return {
    kind: 'branch',
    by,
    words: `on branch ${describePatterns(given)}`,
    asks: 'the branch',
    judge({ context }) {
      const branch: unknown = context?.branch;
      return typeof branch === 'string' && branch !== '' ? stateOf(matches(branch)) : 'unknown';
    },
  };
}

function ciCondition(wanted: boolean, by: RuleReference): CompiledCondition {
  return {
    kind: 'ci',
    by,
    words: wanted ? 'in CI' : 'outside CI',
    asks: 'whether this is CI',
    judge: ({ context }) => (typeof context?.ci === 'boolean' ? stateOf(context.ci === wanted) : 'unknown'),
  };
}

function envCondition(name: string, given: string | readonly string[], by: RuleReference): CompiledCondition {
  const matches = compilePatterns(given);
  return {
    kind: 'env',
    by,
    name,
    words: `where ${printable(name)} is ${describePatterns(given)}`,
    asks: `the value of ${printable(name)}`,
    judge({ context }) {
      const env = context?.env;
      // A variable whose name was not passed is unknown, unlike a variable with the value `null`. Inherited members are
      // treated as not passed.
      const value: unknown =
        typeof env === 'object' && env !== null && Object.hasOwn(env, name) ? env[name] : undefined;
      if (value === null) return 'fails';
      return typeof value === 'string' ? stateOf(matches(value)) : 'unknown';
    },
  };
}
