import type { TaskState } from './task-states.ts';

/** Data for a {@link SessionError}, by code. */
export interface SessionErrorData {
  /** No session has this id, or the session expired so long ago that its id is no longer remembered. */
  readonly SESSION_NOT_FOUND: { readonly sessionId: string };
  /** The session expired without being used; `expiredAt` is in epoch milliseconds. */
  readonly SESSION_EXPIRED: { readonly sessionId: string; readonly expiredAt: number };
  /** Other writers changed the session during every attempt; this call wrote nothing. */
  readonly SESSION_CONFLICT: { readonly sessionId: string; readonly attempts: number };
  /** A number or a size reached its limit; nothing was written. */
  readonly SESSION_LIMIT: {
    readonly limit: 'sessions' | 'bytes' | 'owners' | 'openChildren' | 'depth';
    readonly maximum: number;
  };
  /** `modeExists` returned false. */
  readonly MODE_UNKNOWN: { readonly mode: string };
  /** The state transition from `from` to `to` is illegal, or children are still open. */
  readonly TASK_STATE_ILLEGAL: {
    readonly sessionId: string;
    readonly taskId: string;
    readonly operation: string;
    readonly from: TaskState;
    readonly to: TaskState;
    readonly openChildSessionIds: readonly string[];
  };
  /** An argument or option is invalid; `received` is shortened. */
  readonly VALUE_INVALID: { readonly name: string; readonly expected: string; readonly received: string };
  /** The store was written by a later version; `found` and `supported` are schema versions. Nothing was changed. */
  readonly STORE_TOO_NEW: { readonly store: string; readonly found: number; readonly supported: number };
  /**
   * The store belongs to another program, or is of a kind or version that cannot store sessions. Nothing was changed.
   */
  readonly STORE_UNSUITABLE: { readonly store: string; readonly problem: string };
  /** The content of the store cannot be trusted. */
  readonly STORE_DAMAGED: { readonly store: string; readonly problem: string };
  /**
   * The store is temporarily unavailable: the disk is full, the file is locked or the server cannot be reached. Nothing
   * was written, unless the connection to a server broke before the server responded.
   */
  readonly STORE_UNAVAILABLE: { readonly store: string; readonly problem: string };
  /** A stored record has an unsupported format; `problem` describes it. */
  readonly STORE_CORRUPT: { readonly sessionId: string; readonly problem: string };
}

/** All error codes of this package. */
export type SessionErrorCode = keyof SessionErrorData;

/** Every {@link SessionError} as a union that narrows on `code`. */
export type AnySessionError = { [C in SessionErrorCode]: SessionError<C> }[SessionErrorCode];

/** The error class of this package, with `data` typed by `code`. */
export class SessionError<C extends SessionErrorCode = SessionErrorCode> extends Error {
  override readonly name = 'SessionError';
  readonly code: C;
  readonly data: SessionErrorData[C];

  constructor(code: C, data: SessionErrorData[C], options?: ErrorOptions) {
    super(messages[code](data), options);
    this.code = code;
    this.data = data;
  }
}

/**
 * True if a value is an error of this package with that code. Compares `name` and `code` rather than the class, so that
 * several copies of the package work together.
 */
export function isSessionError<C extends SessionErrorCode>(value: unknown, code: C): value is SessionError<C> {
  return value instanceof Error && value.name === 'SessionError' && 'code' in value && value.code === code;
}

const messages: { readonly [C in SessionErrorCode]: (data: SessionErrorData[C]) => string } = {
  SESSION_NOT_FOUND: ({ sessionId }) =>
    `No session has the id ${quote(sessionId)}. Pass the id that was returned when the task was created, or create a new task.`,
  SESSION_EXPIRED: ({ sessionId, expiredAt }) =>
    `Session ${quote(sessionId)} expired at ${isoTime(expiredAt)} because it was not used. Create a new task to continue.`,
  SESSION_CONFLICT: ({ sessionId, attempts }) =>
    `Session ${quote(sessionId)} was changed by others during each of ${attempts} attempts, so nothing was written. Try again.`,
  SESSION_LIMIT: ({ limit, maximum }) => limitMessages[limit](maximum),
  MODE_UNKNOWN: ({ mode }) => `Unknown mode ${quote(mode)}. List the modes and pass the slug of one of them.`,
  TASK_STATE_ILLEGAL: stateMessage,
  VALUE_INVALID: ({ name, expected, received }) => `${name} must be ${expected}, but it is ${received}.`,
  STORE_TOO_NEW: ({ store, found, supported }) =>
    `A later version of Modegate wrote ${store}: its tables have version ${found}, but this version of Modegate supports table versions only up to ${supported}. Upgrade, or choose another store.`,
  STORE_UNSUITABLE: ({ store, problem }) => `The sessions cannot be stored in ${store}: ${problem}.`,
  STORE_DAMAGED: ({ store, problem }) =>
    `The sessions in ${store} cannot be read: ${problem}. To start with an empty store, move the file and its -wal and -shm files elsewhere. \`sqlite3 <file> .recover\` may recover the remaining data.`,
  STORE_UNAVAILABLE: ({ store, problem }) =>
    `The sessions in ${store} cannot be used at the moment: ${problem}. Try again later.`,
  STORE_CORRUPT: ({ sessionId, problem }) =>
    `The stored record of session ${quote(sessionId)} cannot be read: ${problem}. Remove it, or upgrade to a version that can read it.`,
};

const limitMessages = {
  sessions: (maximum: number) =>
    `There are already ${maximum} sessions with unfinished tasks, which is the limit. Complete or destroy sessions that are no longer needed, or raise limits.sessions.`,
  bytes: (maximum: number) =>
    `The sessions with unfinished tasks use all ${maximum} bytes that are allowed. Complete or destroy sessions that are no longer needed, or raise limits.bytes.`,
  owners: (maximum: number) =>
    `The sessions already belong to ${maximum} owners, which is the limit. Wait until all sessions of one owner have expired, or raise limits.owners.`,
  openChildren: (maximum: number) =>
    `The task already has ${maximum} open child tasks, which is the limit. Complete or cancel some of them first.`,
  depth: (maximum: number) =>
    `Tasks may be nested ${maximum} levels deep, and the parent is already on the last level. Create the task under one of its ancestors.`,
};

function stateMessage(data: SessionErrorData['TASK_STATE_ILLEGAL']): string {
  const { operation, taskId, from, to, openChildSessionIds: open } = data;
  const what = `${operation}: task ${quote(taskId)} is ${from} and cannot become ${to}`;
  if (open.length > 0) {
    const named = open.slice(0, 5).map(quote).join(', ');
    const rest = open.length > 5 ? ` and ${open.length - 5} more` : '';
    return `${what} while it has open children: ${named}${rest}. Complete or cancel those sessions first.`;
  }
  return `${what}. It has ended: create a new task to continue.`;
}

function quote(text: string): string {
  return `'${text.length > 80 ? `${text.slice(0, 80)}…` : text}'`;
}

function isoTime(epochMs: number): string {
  const time = new Date(epochMs);
  return Number.isNaN(time.getTime()) ? `${epochMs} ms` : time.toISOString();
}
