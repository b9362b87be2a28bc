import { isJsonObject } from '@modegate/json';
import { didYouMean } from '@modegate/nearest-name';
import { conditionTaskStates } from '../modes/mode.ts';
import { joinWords, show } from '../show.ts';
import { type Fault, findUnknownKey, isPatternList } from './condition-fault.ts';

const taskKeys = ['parentMode', 'depth', 'state'] as const;
const rangeKeys = ['min', 'max'] as const;

/** Finds a fault in the `task` key of a condition. */
export function findTaskFault(task: unknown): Fault | undefined {
  const at = '/task';
  if (!isJsonObject(task))
    return { at, what: `must be a mapping such as { parentMode: orchestrator }, not ${show(task)}` };
  const { parentMode, depth, state } = task;
  const unknown = findUnknownKey(task, taskKeys, at);
  if (unknown !== undefined) return unknown;
  if (parentMode === undefined && depth === undefined && state === undefined)
    return { at, what: `is empty; it must have at least one of ${joinWords(taskKeys, 'and')}` };
  if (parentMode !== undefined && !isPatternList(parentMode))
    return { at: `${at}/parentMode`, what: `must be the slug of a mode or a list of slugs, not ${show(parentMode)}` };
  return (
    (depth === undefined ? undefined : findDepthFault(depth, `${at}/depth`)) ??
    (state === undefined ? undefined : findStateFault(state, `${at}/state`))
  );
}

function findDepthFault(depth: unknown, at: string): Fault | undefined {
  if (isDepth(depth)) return undefined;
  const expected = 'must be a whole number, 0 for a task without a parent, or a mapping such as { min: 1 }';
  if (!isJsonObject(depth)) return { at, what: `${expected}, not ${show(depth)}` };
  const unknown = findUnknownKey(depth, rangeKeys, at);
  if (unknown !== undefined) return unknown;
  const { min, max } = depth;
  if (min === undefined && max === undefined) return { at, what: `is empty; it must have 'min' or 'max'` };
  for (const key of rangeKeys) {
    if (depth[key] !== undefined && !isDepth(depth[key]))
      return { at: `${at}/${key}`, what: `must be a whole number, 0 or more, not ${show(depth[key])}` };
  }
  if (isDepth(min) && isDepth(max) && min > max) return { at: `${at}/max`, what: "must not be below 'min'" };
  return undefined;
}

function findStateFault(state: unknown, at: string): Fault | undefined {
  const isList = Array.isArray(state);
  const states: readonly unknown[] = isList ? [...(state as readonly unknown[])] : [state];
  if (states.length === 0) return { at, what: 'is an empty list, which has no effect' };
  const known: readonly unknown[] = conditionTaskStates;
  const index = states.findIndex((one) => !known.includes(one));
  if (index < 0) return undefined;
  const given = states[index];
  const hint = typeof given === 'string' ? didYouMean(given, conditionTaskStates) : '';
  return {
    at: isList ? `${at}/${index}` : at,
    what: `must be one of ${joinWords(conditionTaskStates, 'and')}, not ${show(given)}`,
    hint,
  };
}

function isDepth(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
