import { type WireErrorName, wireError } from '@modegate/mcp-protocol';
import type { AnySessionError, SessionErrorCode, TaskState } from '@modegate/session-store';
import { isoTime } from './describe-task.ts';

const wireNames: Readonly<Partial<Record<SessionErrorCode, WireErrorName>>> = {
  SESSION_NOT_FOUND: 'TASK_NOT_FOUND',
  SESSION_EXPIRED: 'SESSION_EXPIRED',
  MODE_UNKNOWN: 'MODE_NOT_FOUND',
  STORE_CORRUPT: 'INTERNAL_ERROR',
};

/**
 * Runs a session operation; converts its errors to the specified wire errors, with the store's code in `data.reason`.
 * Errors in the store itself are only logged, and the client receives the id of that log line.
 */
export async function withSessionErrors<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    throw toWireError(error) ?? error;
  }
}

function toWireError(error: unknown): Error | undefined {
  if (!(error instanceof Error) || error.name !== 'SessionError') return undefined;
  const known = error as AnySessionError;
  if ('store' in known.data) return undefined;
  const name = wireNames[known.code] ?? 'VALIDATION_ERROR';
  return wireError(name, messageOf(known), { reason: known.code, ...toWireData(known.data) });
}

/** Converts members to the names and time formats used in results. */
function toWireData(data: object): Readonly<Record<string, unknown>> {
  const members = Object.entries(data).map(([key, value]) => [
    key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    key === 'expiredAt' ? isoTime(value as number) : value,
  ]);
  return Object.fromEntries(members);
}

const endings: Readonly<Partial<Record<TaskState, string>>> = {
  completed: 'The task has been completed',
  failed: 'The task has failed',
  cancelled: 'The task has been cancelled',
};

/** Replaces the store's terms for functions and options with the terms of this server's tools. */
function messageOf(error: AnySessionError): string {
  if (error.code === 'SESSION_LIMIT' && error.data.limit === 'sessions') {
    return `You may have at most ${error.data.maximum} open tasks (--max-tasks), and you have reached that limit. End a task with complete_task, continue an open task, or wait until unused sessions expire.`;
  }
  if (error.code === 'SESSION_LIMIT' && error.data.limit === 'bytes') {
    return `Your open tasks already use the maximum of ${error.data.maximum} bytes (--max-session-bytes). End a task with complete_task, or wait until unused sessions expire.`;
  }
  if (error.code === 'SESSION_LIMIT' && error.data.limit === 'owners') {
    return `${error.data.maximum} other principals already have tasks on this server, which is the limit (--max-principals). Wait until all tasks of one of these principals have expired.`;
  }
  if (error.code === 'VALUE_INVALID' && error.data.name === 'to') {
    return `to_session_id must be ${error.data.expected}, but it is ${error.data.received}.`;
  }
  if (error.code !== 'TASK_STATE_ILLEGAL') return error.message;
  const { from, openChildSessionIds: open } = error.data;
  const state = endings[from] ?? `The task is ${from}`;
  if (open.length === 0) return `${state}, so this is no longer possible. Create a new task to continue.`;
  return `The task is waiting for its subtasks ${open.slice(0, 5).join(', ')}${open.length > 5 ? ` and ${open.length - 5} more` : ''}. End those with complete_task first, or cancel this task.`;
}
