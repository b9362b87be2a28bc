import { type Fields, isFields } from './oracle-shapes.ts';

/** How a condition stands; `unsure` where the input is not well formed. */
export type State = 'holds' | 'fails' | 'unknown' | 'unsure';

/** When and where a call is made, as the caller has it. */
export interface OracleCircumstances {
  readonly at: unknown;
  readonly context: unknown;
  readonly task: unknown;
}

/** Whether `schedule` and `when` of restrictions or of an entry are as the schema has them. */
export function areConditions({ schedule, when }: Fields): boolean {
  return (schedule === undefined || isSchedule(schedule)) && (when === undefined || isCondition(when));
}

/** What restrictions or an entry hang on, judged by what a clock and a person would say. */
export function judgeConditions({ schedule, when }: Fields, { at, context, task }: OracleCircumstances): State {
  const states: State[] = [];
  if (schedule !== undefined) states.push(judgeSchedule(schedule, at));
  if (when !== undefined) states.push(...judgeWhen(when as Fields, context), ...judgeTask((when as Fields).task, task));
  return (['unsure', 'fails', 'unknown'] as const).find((state) => states.includes(state)) ?? 'holds';
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

function isSchedule(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 && value.every(isWindow) : isWindow(value);
}

function isWindow(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { timeZone, days, from, to, ...others } = value;
  if (Object.keys(others).length > 0 || typeof timeZone !== 'string' || !/^[A-Za-z]/.test(timeZone)) return false;
  const areDays =
    days === undefined ||
    (Array.isArray(days) && days.length > 0 && days.every((day) => weekdays.includes(day as string)));
  const areTimes =
    from === undefined ? to === undefined : isClock(from) && from !== '24:00' && isClock(to) && from !== to;
  return areDays && areTimes && (days !== undefined || from !== undefined) && isZone(timeZone);
}

function isClock(value: unknown): boolean {
  return typeof value === 'string' && /^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$/.test(value);
}

function isZone(name: string): boolean {
  try {
    return new Date(0).toLocaleString('en', { timeZone: name }) !== '';
  } catch {
    return false;
  }
}

function judgeSchedule(schedule: unknown, at: unknown): State {
  if (at === undefined || at === null) return 'unknown';
  // What else passes for no time is a choice of ours.
  if (typeof at !== 'number' || !(at >= Date.UTC(1980, 0) && at < Date.UTC(2100, 0))) return 'unsure';
  const windows = (Array.isArray(schedule) ? schedule : [schedule]) as readonly Fields[];
  return windows.some((window) => isOpen(window, at)) ? 'holds' : 'fails';
}

function isOpen({ timeZone, days = weekdays, from = '00:00', to = '24:00' }: Fields, at: number): boolean {
  const shown = new Date(at).toLocaleString('en-GB', {
    timeZone: String(timeZone),
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const [, weekday = '', time = ''] = /^(\w{3}).*?(\d\d:\d\d)$/.exec(shown) ?? [];
  const today = weekdays.indexOf(weekday.toLowerCase());
  const isDay = (index: number) => (days as readonly unknown[]).includes(weekdays.at(index));
  if (String(from) < String(to)) return isDay(today) && time >= String(from) && time < String(to);
  return (isDay(today) && time >= String(from)) || (isDay(today - 1) && time < String(to));
}

function isCondition(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { branch, ci, env, task, ...others } = value;
  const isEnv =
    env === undefined || (isFields(env) && Object.keys(env).length > 0 && Object.values(env).every(isPatterns));
  return (
    Object.keys(others).length === 0 &&
    Object.keys(value).length > 0 &&
    (branch === undefined || isPatterns(branch)) &&
    (ci === undefined || typeof ci === 'boolean') &&
    (task === undefined || isTask(task)) &&
    isEnv
  );
}

function isPatterns(value: unknown): boolean {
  const isName = (item: unknown) => typeof item === 'string' && item.trim() !== '';
  return Array.isArray(value) ? value.length > 0 && value.every(isName) : isName(value);
}

function judgeWhen({ branch, ci, env }: Fields, context: unknown): readonly State[] {
  if (context !== undefined && context !== null && !isFields(context)) return ['unsure'];
  const given = context ?? {};
  const known = given.env ?? {};
  if (!isFields(known)) return ['unsure'];
  return [
    ...(branch === undefined ? [] : [judgeText(branch, given.branch)]),
    ...(ci === undefined
      ? []
      : ([typeof given.ci === 'boolean' ? (given.ci === ci ? 'holds' : 'fails') : 'unknown'] as const)),
    ...Object.entries((env ?? {}) as Fields).map(([name, patterns]): State => {
      const value = Object.entries(known).find(([key]) => key === name)?.[1];
      if (value === null) return 'fails';
      return value === '' ? ([patterns].flat().includes('*') ? 'holds' : 'fails') : judgeText(patterns, value);
    }),
  ];
}

const stateNames = ['active', 'delegated', 'completed', 'failed', 'cancelled'];

function isTask(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { parentMode, depth, state, ...others } = value;
  const isStates = (states: unknown) =>
    Array.isArray(states) ? states.length > 0 && states.every(isState) : isState(states);
  return (
    Object.keys(others).length === 0 &&
    Object.keys(value).length > 0 &&
    (parentMode === undefined || isPatterns(parentMode)) &&
    (depth === undefined || isCount(depth) || isRange(depth)) &&
    (state === undefined || isStates(state))
  );
}

function isState(value: unknown): boolean {
  return stateNames.includes(value as string);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isRange(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { min, max, ...others } = value;
  if (Object.keys(others).length > 0 || Object.keys(value).length === 0) return false;
  return [min, max].every((one) => one === undefined || isCount(one)) && !(isCount(min) && isCount(max) && min > max);
}

function judgeTask(wanted: unknown, given: unknown): readonly State[] {
  if (!isFields(wanted)) return [];
  if (given !== undefined && given !== null && !isFields(given)) return ['unsure'];
  const { parentMode, depth, state } = wanted;
  const known = given ?? {};
  const isAlone = known.parentMode === null || (known.parentMode === undefined && known.depth === 0);
  const { min = 0, max = Number.POSITIVE_INFINITY } = (
    typeof depth === 'number' ? { min: depth, max: depth } : (depth ?? {})
  ) as { readonly min?: number; readonly max?: number };
  return [
    ...(parentMode === undefined ? [] : ([isAlone ? 'fails' : judgeText(parentMode, known.parentMode)] as const)),
    ...(depth === undefined
      ? []
      : ([!isCount(known.depth) ? 'unknown' : known.depth >= min && known.depth <= max ? 'holds' : 'fails'] as const)),
    ...(state === undefined ? [] : [judgeText(state, known.state)]),
  ];
}

function judgeText(patterns: unknown, value: unknown): State {
  if (typeof value !== 'string' || value === '') return 'unknown';
  const matches = ([patterns].flat() as readonly string[]).some((pattern) => {
    const letters = pattern
      .split('')
      .map((letter) => (letter === '*' ? '[^]*' : letter === '?' ? '[^]' : letter.replace(/[^\w]/g, '\\$&')));
    return new RegExp(`^(?:${letters.join('')})$`).test(value);
  });
  return matches ? 'holds' : 'fails';
}
