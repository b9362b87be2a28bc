import { isJsonObject } from '@modegate/json';
import { SessionError } from './errors.ts';
import type { SessionHead } from './session.ts';
import { taskStates } from './task-states.ts';

/**
 * Parses a head stored as JSON, for implementations of `Store`: checks the format and the required members, and ignores
 * unknown members.
 * @throws {SessionError} STORE_CORRUPT if the text is not JSON, has another format, or lacks a member
 */
export function parseSessionHead(id: string, json: string): SessionHead {
  let record: unknown;
  try {
    record = JSON.parse(json);
  } catch (cause) {
    throw new SessionError('STORE_CORRUPT', { sessionId: id, problem: 'it is not JSON' }, { cause });
  }
  const problem = problemOf(record, id);
  if (problem !== undefined) throw new SessionError('STORE_CORRUPT', { sessionId: id, problem });
  return record as SessionHead;
}

function problemOf(record: unknown, id: string): string | undefined {
  if (!isJsonObject(record)) return 'it is not an object';
  if (record.format !== 1) return `its format is ${JSON.stringify(record.format)}, but this version reads format 1`;
  if (record.id !== id) return 'it contains a different id';
  const { task } = record;
  if (!isJsonObject(task)) return 'task is not an object';
  return (
    wrongMember(record, headMembers, '') ??
    wrongMember(task, taskMembers, 'task.') ??
    (isJsonObject(task.metadata ?? {}) ? undefined : 'task.metadata is not an object')
  );
}

const isNumber = (value: unknown): boolean => typeof value === 'number';
const isText = (value: unknown): boolean => typeof value === 'string';
const isAbsentOr = (is: (value: unknown) => boolean) => (value: unknown) => value === undefined || is(value);
const isListOf = (is: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(is);

const headMembers = Object.entries({
  version: isNumber,
  createdAt: isNumber,
  lastAccessedAt: isNumber,
  expiresAt: (value: unknown) => value === null || isNumber(value),
  owner: isAbsentOr(isText),
});

const taskMembers = Object.entries({
  id: isText,
  mode: isText,
  state: (value: unknown) => taskStates.some((state) => state === value),
  depth: isNumber,
  childSessionIds: isListOf(isText),
  childCount: isNumber,
  openChildren: isListOf((child) => isJsonObject(child) && isText(child.sessionId) && isText(child.taskId)),
  createdAt: isNumber,
  updatedAt: isNumber,
  initialMessage: isAbsentOr(isText),
  parentSessionId: isAbsentOr(isText),
  parentTaskId: isAbsentOr(isText),
  result: isAbsentOr(isText),
  completedAt: isAbsentOr(isNumber),
});

function wrongMember(record: Readonly<Record<string, unknown>>, members: typeof taskMembers, path: string) {
  const wrong = members.find(([name, fits]) => !fits(record[name]));
  return wrong && `${path}${wrong[0]} is missing or of the wrong type`;
}
