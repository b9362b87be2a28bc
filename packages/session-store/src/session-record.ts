import { isJsonObject } from '@modegate/json';
import { isPossibleId, isPossibleOwner } from './operations/session-access.ts';
import { messageRoles } from './session.ts';
import { isEndState, taskEndStates, taskStates } from './task-states.ts';
import { describeValue } from './values/invalid-value.ts';
import { copyJson } from './values/json-copy.ts';

/** Problem that makes a value invalid as a session. */
export interface RecordProblem {
  /** Path, such as `task.messages[3].role`; empty for the value itself. */
  readonly field: string;
  /** Expected value, as the end of a sentence that starts with "must be". */
  readonly expected: string;
  /** Actual value, shortened. */
  readonly received: string;
}

/**
 * Finds the first problem in a value that should be a `Session` in format 1: a member that is missing, unknown, of the
 * wrong type or inconsistent. Used for sessions read from a file; `undefined` if the value is valid.
 */
export function findSessionProblem(value: unknown): RecordProblem | undefined {
  return session(value, '') ?? findInconsistency(value as PartialSession);
}

type Check = (value: unknown, field: string) => RecordProblem | undefined;

const is =
  (expected: string, holds: (value: unknown) => boolean): Check =>
  (value, field) =>
    holds(value) ? undefined : { field, expected, received: describeValue(value) };

const oneOf = (words: readonly string[]): Check =>
  is(`one of ${words.join(', ')}`, (value) => words.some((word) => word === value));

const listOf =
  (check: Check): Check =>
  (value, field) => {
    if (!Array.isArray(value)) return { field, expected: 'a list', received: describeValue(value) };
    for (const [index, element] of value.entries()) {
      const problem = check(element, `${field}[${index}]`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };

type Members = Readonly<Record<string, Check>>;

const record =
  (required: Members, optional: Members = {}): Check =>
  (value, field) => {
    if (!isJsonObject(value)) return { field, expected: 'an object', received: describeValue(value) };
    const nameOf = (name: string) => (field === '' ? name : `${field}.${name}`);
    for (const [name, check] of Object.entries({ ...required, ...optional })) {
      if (!Object.hasOwn(value, name) && Object.hasOwn(optional, name)) continue;
      const problem = check(value[name], nameOf(name));
      if (problem === undefined) continue;
      return Object.hasOwn(value, name) ? problem : { ...problem, received: 'missing' };
    }
    const unknown = Object.keys(value).find((name) => !Object.hasOwn(required, name) && !Object.hasOwn(optional, name));
    if (unknown === undefined) return undefined;
    return {
      field: nameOf(unknown.slice(0, 60)),
      expected: 'left out',
      received: 'an unknown member',
    };
  };

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** The latest time that a `Date` can represent, in epoch milliseconds. */
const lastMs = 8_640_000_000_000_000;

const text = is('a string', isText);
const count = is('an integer of at least 0', isCount);
const version = is('an integer of at least 1', (value) => isCount(value) && value > 0);
const time = is('a time in epoch milliseconds', (value) => isCount(value) && value <= lastMs);
const expiry = is(
  'a time in epoch milliseconds, or null',
  (value) => value === null || (isCount(value) && value <= lastMs),
);
const id = is('1 to 256 printable ASCII characters', (value) => isText(value) && isPossibleId(value));
const slug = is('a mode slug of 1 to 256 characters', (value) => isText(value) && /^.{1,256}$/su.test(value));
const json = is('JSON with at most 32 levels', isShallow);
const jsonObject = is('a JSON object with at most 32 levels', (value) => isJsonObject(value) && isShallow(value));

const counts = record({ messages: count, switches: count, decisions: count });
const child = record({ sessionId: id, taskId: id });
const report = record({ sessionId: id, taskId: id, status: oneOf([...taskEndStates, 'expired']) });
const message = record({ role: oneOf(messageRoles), text, at: time }, { report, from: child });
const modeSwitch = record({ from: slug, to: slug, at: time }, { reason: text });
const decision = record(
  { tool: text, allowed: is('true or false', (value) => typeof value === 'boolean'), at: time },
  { mode: text, code: text, rule: json, reason: text, detail: json },
);
const task = record(
  {
    id,
    mode: slug,
    state: oneOf(taskStates),
    depth: count,
    childSessionIds: listOf(id),
    childCount: count,
    openChildren: listOf(child),
    createdAt: time,
    updatedAt: time,
    messages: listOf(message),
    switches: listOf(modeSwitch),
    decisions: listOf(decision),
    dropped: counts,
  },
  {
    initialMessage: text,
    parentSessionId: id,
    parentTaskId: id,
    result: text,
    completedAt: time,
    metadata: jsonObject,
  },
);
const session = record(
  {
    format: is('1', (value) => value === 1),
    id,
    version,
    createdAt: time,
    lastAccessedAt: time,
    expiresAt: expiry,
    task,
  },
  { owner: is('1 to 256 characters', isPossibleOwner) },
);

interface PartialSession {
  readonly task: {
    readonly state: (typeof taskStates)[number];
    readonly openChildren: readonly unknown[];
    readonly completedAt?: number;
  };
}

/** Finds inconsistencies between members. */
function findInconsistency({ task: { state, openChildren, completedAt } }: PartialSession): RecordProblem | undefined {
  if ((state === 'delegated') !== openChildren.length > 0) {
    const expected =
      state === 'delegated'
        ? `a list with an open child, because the state is ${state}`
        : `empty, because the state is ${state}`;
    return { field: 'task.openChildren', expected, received: `a list of length ${openChildren.length}` };
  }
  if (isEndState(state) === (completedAt !== undefined)) return undefined;
  const expected = isEndState(state)
    ? `a time, because the state is ${state}`
    : `left out, because the state is ${state}`;
  return { field: 'task.completedAt', expected, received: completedAt === undefined ? 'missing' : String(completedAt) };
}

function isShallow(value: unknown): boolean {
  try {
    copyJson(value, { name: 'value', maxBytes: Number.MAX_SAFE_INTEGER });
    return true;
  } catch {
    return false;
  }
}
