import { createKeyedMutex } from '@modegate/timing';
import { isSessionError } from './errors.ts';
import type { DecisionInput } from './input.ts';
import { completeLimits, type SessionLimits } from './limits.ts';
import { type CreateInput, createSession } from './operations/create-session.ts';
import { childEnd, endSession, reportToParent, settleEndedChildren } from './operations/family.ts';
import { type Hierarchy, sessionHierarchy } from './operations/hierarchy.ts';
import { findByTask, type ListPage, type ListQuery, listSessions } from './operations/list-sessions.ts';
import { recordDecision } from './operations/record-decision.ts';
import {
  checkedId,
  expiredSessionError,
  isLive,
  isPossibleId,
  isPossibleOwner,
  missingSessionError,
  readLiveSession,
  type SessionContext,
  touchSession,
} from './operations/session-access.ts';
import { type SweepOptions, type SweepResult, sweepSessions } from './operations/sweep.ts';
import {
  activateTask,
  addMessage,
  type CompleteInput,
  checkedEnding,
  type MessageInput,
  type SwitchInput,
  type SwitchResult,
  switchMode,
} from './operations/task-operations.ts';
import type { Session, SessionHead } from './session.ts';
import type { SessionEvent } from './session-event.ts';
import type { Awaitable, Store } from './store.ts';
import { isEndState } from './task-states.ts';
import { describeValue, invalidValue } from './values/invalid-value.ts';
import { type IdPrefix, randomId } from './values/random-id.ts';

/** Options for {@link createSessions}; only the store is required. */
export interface SessionsOptions {
  readonly store: Store;
  /** True if a slug belongs to an existing mode. Default: always true. */
  readonly modeExists?: (mode: string) => boolean | Promise<boolean>;
  /** Returns epoch milliseconds. Default: `Date.now`. */
  readonly clock?: () => number;
  /**
   * Creates unguessable ids that start with the prefix. Default: 130 random bits from `globalThis.crypto`, in base 32.
   */
  readonly createId?: (prefix: IdPrefix) => string;
  /**
   * Lifetime of an unused session in milliseconds: a positive integer, or `Infinity`. 0 is refused, since it could mean
   * either "immediately" or "never". Default 3,600,000, an hour.
   */
  readonly ttlMs?: number;
  /** Owner of the sessions created here, 1 to 256 characters: see `SessionHead.owner`. Default: none. */
  readonly owner?: string;
  /** Limits that override the default ones. */
  readonly limits?: Partial<SessionLimits>;
  /** Called with the changes that this process makes to sessions, so that they can be logged; must not throw. */
  readonly onEvent?: (event: SessionEvent) => void;
}

/** Options for `head`. */
export interface HeadOptions {
  /**
   * True if reading is treated as a use. Set this to false if a write to the same session follows: the write itself is
   * treated as a use, and each use costs a write. Default true.
   */
  readonly use?: boolean;
}

/**
 * An agent's tasks and sessions. Every operation except `peek`, `findByTask`, `list` and `sweep` is treated as a use,
 * which extends the session's expiry; using a child keeps its ancestors alive too. Operations with a session id throw
 * SESSION_NOT_FOUND, SESSION_EXPIRED, or VALUE_INVALID for an id that is not a string; those that change a task may
 * throw SESSION_CONFLICT. They return the head; `get` also returns the history. While the store cannot write, `get`,
 * `head` and `hierarchy` respond without recording the use.
 */
export interface Sessions {
  /**
   * Creates a pending task and its session. If a parent is given, the parent becomes delegated.
   * @throws {SessionError} MODE_UNKNOWN; VALUE_INVALID; SESSION_LIMIT if there are too many sessions even after a
   * sweep, or the parent is nested too deeply or has too many open children; TASK_STATE_ILLEGAL if the parent has ended
   */
  readonly create: (input: CreateInput) => Promise<SessionHead>;
  /** Returns the session with its history. */
  readonly get: (id: string) => Promise<Session>;
  /** Returns the session without its history: the cheap way to read a task's mode and state. */
  readonly head: (id: string, options?: HeadOptions) => Promise<SessionHead>;
  /**
   * Reads the stored session with its history; the read is not treated as a use, so children that ended without a
   * report still appear as open.
   */
  readonly peek: (id: string) => Promise<Session>;
  /**
   * Activates a pending task; leaves an active or delegated task unchanged. @throws {SessionError} TASK_STATE_ILLEGAL
   * if the task has ended
   */
  readonly activate: (id: string) => Promise<SessionHead>;
  /**
   * Changes the task's mode and records the change. Switching to the current mode is accepted and changes nothing:
   * `changed` is false, nothing is recorded, and a pending task stays pending.
   * @throws {SessionError} MODE_UNKNOWN; TASK_STATE_ILLEGAL if the task has ended; VALUE_INVALID
   */
  readonly switchMode: (id: string, input: SwitchInput) => Promise<SwitchResult>;
  /**
   * Appends a message to the task's conversation or, with `to`, to the conversation of its parent or of one of its open
   * children; returns the session that received the message. @throws {SessionError} TASK_STATE_ILLEGAL if either of the
   * two tasks has ended; VALUE_INVALID, also for any other `to`
   */
  readonly addMessage: (id: string, input: MessageInput) => Promise<SessionHead>;
  /**
   * Records a decision in the history. Also accepted after the task has ended, since a call that is still running must
   * be recorded. Does not change the version, unless it activates a pending task. Returns the head without a promise if
   * the store is in memory and there is nothing to wait for.
   *
   * The decision is stored before this call returns its result. With `known` (the session as just read), it may be
   * stored up to 100 ms later; this is suitable for a decision that changes nothing, such as the answer to a question.
   * The decision is stored before any later change to the session. Errors reject the promise and are never thrown.
   * @throws {SessionError} VALUE_INVALID
   */
  readonly recordDecision: (id: string, entry: DecisionInput, known?: SessionHead) => Awaitable<SessionHead>;
  /**
   * Ends the task and reports to its parent, which becomes active again when its last open child has ended. Cancelling
   * a task also cancels its open descendants.
   * @throws {SessionError} TASK_STATE_ILLEGAL if the task has ended, or if `input` completes or fails it while children
   * are open; VALUE_INVALID
   */
  readonly complete: (id: string, input: CompleteInput) => Promise<SessionHead>;
  /** Returns the task's ancestors and children. */
  readonly hierarchy: (id: string) => Promise<Hierarchy>;
  /**
   * Cancels the task and its open descendants unless the task has ended, and removes the session. Returns false if
   * there was no such session.
   */
  readonly destroy: (id: string) => Promise<boolean>;
  /**
   * Finds the live session of a task; this is not treated as a use. Knowing a task's id grants no access: the caller
   * decides who may look it up.
   */
  readonly findByTask: (taskId: string) => Promise<SessionHead | undefined>;
  /** Lists a page of live or expired sessions; pass `next` as `after` to continue. */
  readonly list: (query?: ListQuery) => Promise<ListPage>;
  /**
   * Removes expired sessions and repairs the effects of crashes; call this regularly, since the package starts no
   * timer. With `everyMs`, only one of the processes sharing the store sweeps in each such period. @throws
   * {SessionError} VALUE_INVALID
   */
  readonly sweep: (options?: SweepOptions) => Promise<SweepResult>;
}

/**
 * Creates tasks and sessions on top of a store.
 * @throws {SessionError} VALUE_INVALID if `ttlMs`, `owner` or a limit is out of range
 */
export function createSessions(options: SessionsOptions): Sessions {
  const context = createSessionContext(options);
  return {
    create: (input) => createSession(context, input),
    get: async (id) => {
      await useSession(context, id);
      return stored(context, id);
    },
    head: (id, { use = true } = {}) =>
      use ? useSession(context, id) : readLiveSession(context, id).then((head) => settleEndedChildren(context, head)),
    peek: async (id) => {
      const session = await stored(context, checkedId(id));
      if (!(await isLive(context, session, context.clock()))) throw expiredSessionError(session);
      return session;
    },
    activate: (id) => activateTask(context, id),
    switchMode: (id, input) => switchMode(context, id, input),
    addMessage: (id, input) => addMessage(context, id, input),
    recordDecision: (id, entry, known) => recordDecision(context, id, { entry, known }),
    complete: async (id, input) => endSession(context, id, checkedEnding(input, context.limits)),
    hierarchy: async (id) => sessionHierarchy(context, await useSession(context, id)),
    destroy: async (id) => destroySession(context, id),
    findByTask: (taskId) => findByTask(context, taskId),
    list: (query = {}) => listSessions(context, query),
    sweep: (options) => sweepSessions(context, options),
  };
}

function createSessionContext(options: SessionsOptions): SessionContext {
  const { ttlMs = 3_600_000 } = options;
  if (ttlMs !== Number.POSITIVE_INFINITY && !(Number.isSafeInteger(ttlMs) && ttlMs > 0)) {
    throw invalidValue(
      'ttlMs',
      'a positive whole number of milliseconds, or Infinity for no expiry',
      describeValue(ttlMs),
    );
  }
  const { owner } = options;
  if (owner !== undefined && !isPossibleOwner(owner))
    throw invalidValue('owner', 'a string of 1 to 256 characters', describeValue(owner));
  return {
    owner,
    store: options.store,
    modeExists: options.modeExists ?? (() => true),
    clock: options.clock ?? Date.now,
    createId: options.createId ?? randomId,
    ttlMs,
    limits: completeLimits(options.limits),
    takeTurn: createKeyedMutex(),
    onEvent: options.onEvent ?? (() => undefined),
  };
}

// On a full disk, a use cannot be recorded, but reading must still be possible.
async function useSession(context: SessionContext, id: string): Promise<SessionHead> {
  try {
    return await settleEndedChildren(context, await touchSession(context, id));
  } catch (error) {
    if (isSessionError(error, 'STORE_UNAVAILABLE')) return readLiveSession(context, id);
    throw error;
  }
}

async function stored(context: SessionContext, id: string): Promise<Session> {
  const session = await context.store.get(id);
  if (session === undefined) throw await missingSessionError(context, id);
  return session;
}

// Removal comes last: until then, a retry finds the cancelled session and continues.
async function destroySession(context: SessionContext, id: string): Promise<boolean> {
  if (typeof id !== 'string' || id === '') throw invalidValue('session id', 'a non-empty string', describeValue(id));
  const head = isPossibleId(id) ? await context.store.head(id) : undefined;
  if (head === undefined) return false;
  const isOpen = !isEndState(head.task.state) && (await isLive(context, head, context.clock()));
  if (isOpen) await endSession(context, id, { status: 'cancelled' });
  else await reportToParent(context, childEnd(head));
  return context.store.remove(id);
}
