import { isJsonObject, jsonPointer } from '@modegate/json';
import { weekdays } from '../modes/mode.ts';
import { findTimeZone } from '../schedule/time-zone.ts';
import { parseClock } from '../schedule/week-window.ts';
import { joinWords, printable, show } from '../show.ts';
import { type Fault, findUnknownKey, isPatternList } from './condition-fault.ts';
import type { FieldContext } from './field-context.ts';
import { findTaskFault } from './parse-task-condition.ts';

/**
 * Checks `schedule` and `when` in restrictions or in an entry, and reports the first fault in each. An unreadable
 * condition must not be treated as absent.
 */
export function checkConditions(value: Readonly<Record<string, unknown>>, context: FieldContext): string | undefined {
  const schedule = value.schedule === undefined ? undefined : findScheduleFault(value.schedule);
  const condition = value.when === undefined ? undefined : findConditionFault(value.when);
  const first = schedule && reportFault('schedule', schedule, context);
  const second = condition && reportFault('when', condition, context);
  return first ?? second;
}

function reportFault(key: 'schedule' | 'when', { at, what, hint = '' }: Fault, context: FieldContext): string {
  const code = key === 'schedule' ? 'SCHEDULE_INVALID' : 'CONDITION_INVALID';
  const field = printable(`${context.field}.${key}${at.replaceAll('/', '.')}`);
  const message = `Field '${field}' of mode '${context.slug}' ${what}; every ${context.closes} of this mode is refused until it is corrected.${hint}`;
  return context.report(code, message, `${context.pointer}/${key}${at}`);
}

// More time windows than anyone writes by hand; each decision checks all of them.
const maxWindows = 32;

function findScheduleFault(value: unknown): Fault | undefined {
  if (!Array.isArray(value)) return findWindowFault(value, '');
  const entries = value as readonly unknown[];
  if (entries.length === 0) return { at: '', what: 'is an empty list, which has no effect' };
  if (entries.length > maxWindows)
    return { at: '', what: `has ${entries.length} entries; at most ${maxWindows} are allowed` };
  for (const [index, entry] of entries.entries()) {
    const fault = findWindowFault(entry, `/${index}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const windowKeys = ['timeZone', 'days', 'from', 'to'] as const;

function findWindowFault(value: unknown, at: string): Fault | undefined {
  if (!isJsonObject(value))
    return {
      at,
      what: `must be a mapping such as { timeZone: Europe/Berlin, days: [mon, tue], from: '09:00', to: '17:00' }, not ${show(value)}`,
    };
  const { timeZone, days, from, to } = value;
  return (
    findUnknownKey(value, windowKeys, at) ??
    findZoneFault(timeZone, at) ??
    (days === undefined ? undefined : findDaysFault(days, `${at}/days`)) ??
    findTimesFault({ from, to }, at) ??
    (days === undefined && from === undefined ? { at, what: "must have 'days', or 'from' and 'to'" } : undefined)
  );
}

function findZoneFault(timeZone: unknown, at: string): Fault | undefined {
  if (timeZone === undefined)
    return { at, what: "has no 'timeZone', which is required; write a name such as Europe/Berlin, or UTC" };
  if (typeof timeZone === 'string' && findTimeZone(timeZone) !== undefined) return undefined;
  return {
    at: `${at}/timeZone`,
    what: `must be the name of a time zone such as Europe/Berlin or UTC, not ${show(timeZone)}`,
  };
}

function findDaysFault(days: unknown, at: string): Fault | undefined {
  const expected = `a list of ${joinWords(weekdays, 'and')}`;
  if (!Array.isArray(days) || days.length === 0 || days.length > weekdays.length)
    return { at, what: `must be ${expected}, not ${show(days)}` };
  const index = days.findIndex((day) => !(weekdays as readonly unknown[]).includes(day));
  if (index < 0) return undefined;
  const given: unknown = days[index];
  const meant = weekdays.find((day) => typeof given === 'string' && given.trim().toLowerCase().startsWith(day));
  const hint = meant === undefined ? '' : ` Did you mean '${meant}'?`;
  return { at: `${at}/${index}`, what: `must be one of ${joinWords(weekdays, 'and')}, not ${show(given)}`, hint };
}

function findTimesFault({ from, to }: { readonly from: unknown; readonly to: unknown }, at: string): Fault | undefined {
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined)
    return { at, what: "must have both 'from' and 'to', or neither for the whole day" };
  const fault = findClockFault(from, `${at}/from`) ?? findClockFault(to, `${at}/to`);
  if (fault !== undefined) return fault;
  if (parseClock(from) === parseClock('24:00'))
    return { at: `${at}/from`, what: "must be before '24:00', which can only end a window" };
  if (from === to) return { at: `${at}/to`, what: "must differ from 'from'; leave both out for the whole day" };
  return undefined;
}

function findClockFault(given: unknown, at: string): Fault | undefined {
  if (parseClock(given) !== undefined) return undefined;
  // A YAML 1.1 parser interprets an unquoted 09:00 as a number.
  const hint = typeof given === 'number' ? ' Put it in quotes.' : '';
  return { at, what: `must be a time from '00:00' to '24:00', not ${show(given)}`, hint };
}

const conditionKeys = ['branch', 'ci', 'env', 'task'] as const;

function findConditionFault(value: unknown): Fault | undefined {
  if (!isJsonObject(value)) return { at: '', what: `must be a mapping such as { branch: main }, not ${show(value)}` };
  const unknown = findUnknownKey(value, conditionKeys, '');
  if (unknown !== undefined) return unknown;
  const { branch, ci, env, task } = value;
  if (conditionKeys.every((key) => value[key] === undefined))
    return { at: '', what: `is empty; it must have at least one of ${joinWords(conditionKeys, 'and')}` };
  if (branch !== undefined && !isPatternList(branch))
    return { at: '/branch', what: `must be the name of a branch or a list of names, not ${show(branch)}` };
  if (ci !== undefined && typeof ci !== 'boolean') return { at: '/ci', what: `must be true or false, not ${show(ci)}` };
  return (env === undefined ? undefined : findEnvFault(env)) ?? (task === undefined ? undefined : findTaskFault(task));
}

// Refusals list all names, and each decision checks all of them.
const maxNames = 32;

function findEnvFault(env: unknown): Fault | undefined {
  if (!isJsonObject(env) || Object.keys(env).length === 0)
    return {
      at: '/env',
      what: `must be a mapping of names to values such as { NODE_ENV: production }, not ${show(env)}`,
    };
  const names = Object.keys(env).length;
  if (names > maxNames) return { at: '/env', what: `has ${names} names; at most ${maxNames} are allowed` };
  for (const [name, values] of Object.entries(env)) {
    if (name === '') return { at: '/env', what: 'has an empty name' };
    if (isPatternList(values)) continue;
    const hint = typeof values === 'number' || typeof values === 'boolean' ? ' Put it in quotes.' : '';
    return { at: `/env${jsonPointer(name)}`, what: `must be a string or a list of strings, not ${show(values)}`, hint };
  }
  return undefined;
}
