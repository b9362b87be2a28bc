import type { RuleReference } from '../decision.ts';
import type { McpTaskCondition } from '../modes/mode.ts';
import { joinWords, printable } from '../show.ts';
import type { TaskContext } from './circumstances.ts';
import { type CompiledCondition, stateOf } from './condition.ts';
import { compilePatterns, describePatterns, listOf } from './name-patterns.ts';

/** Compiles `when.task` into one condition for each key. */
export function compileTaskConditions(
  { parentMode, depth, state }: McpTaskCondition,
  ruleAt: (pointer: string) => RuleReference,
): readonly CompiledCondition[] {
  return [
    ...(parentMode === undefined ? [] : [parentModeCondition(parentMode, ruleAt('/parentMode'))]),
    ...(depth === undefined ? [] : [depthCondition(depth, ruleAt('/depth'))]),
    ...(state === undefined ? [] : [stateCondition(state, ruleAt('/state'))]),
  ];
}

function parentModeCondition(given: string | readonly string[], by: RuleReference): CompiledCondition {
  const matches = compilePatterns(given);
  return {
    kind: 'task',
    by,
    words: `in a subtask of mode ${describePatterns(given)}`,
    asks: 'the mode of the parent task',
    now: ({ task }) =>
      isRoot(task) ? ' The task has no parent.' : describe(task?.parentMode, 'The parent is in mode'),
    judge({ task }) {
      if (isRoot(task)) return 'fails';
      const mode: unknown = task?.parentMode;
      return typeof mode === 'string' && mode !== '' ? stateOf(matches(mode)) : 'unknown';
    },
  };
}

function depthCondition(given: NonNullable<McpTaskCondition['depth']>, by: RuleReference): CompiledCondition {
  const { min = 0, max } = typeof given === 'number' ? { min: given, max: given } : given;
  return {
    kind: 'task',
    by,
    words: `at task depth ${describeRange(min, max)}`,
    asks: 'the depth of the task',
    now: ({ task }) => (typeof task?.depth === 'number' ? ` The depth is ${task.depth}.` : ''),
    judge({ task }) {
      const depth: unknown = task?.depth;
      if (typeof depth !== 'number' || !Number.isSafeInteger(depth) || depth < 0) return 'unknown';
      return stateOf(depth >= min && (max === undefined || depth <= max));
    },
  };
}

function stateCondition(given: NonNullable<McpTaskCondition['state']>, by: RuleReference): CompiledCondition {
  const states: readonly string[] = listOf(given);
  return {
    kind: 'task',
    by,
    words: `while the task is ${joinWords(states, 'or')}`,
    asks: 'the state of the task',
    now: ({ task }) => describe(task?.state, 'The task is'),
    judge({ task }) {
      const state: unknown = task?.state;
      return typeof state === 'string' && state !== '' ? stateOf(states.includes(state)) : 'unknown';
    },
  };
}

function isRoot(task: TaskContext | null | undefined): boolean {
  return task?.parentMode === null || (task?.parentMode === undefined && task?.depth === 0);
}

function describeRange(min: number, max: number | undefined): string {
  if (max === undefined) return `${min} or more`;
  return min === max ? String(min) : `${min} to ${max}`;
}

function describe(value: unknown, start: string): string {
  return typeof value === 'string' ? ` ${start} '${printable(value)}'.` : '';
}
