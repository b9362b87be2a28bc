import type { KeyedMutex } from '@modegate/timing';
import { SessionError } from '../errors.ts';
import type { SessionLimits } from '../limits.ts';
import type { SessionHead, TaskHead } from '../session.ts';
import type { SessionEvent } from '../session-event.ts';
import type { Awaitable, HistoryAppend, Store } from '../store.ts';
import { describeValue, invalidValue } from '../values/invalid-value.ts';
import type { IdPrefix } from '../values/random-id.ts';

/** Context shared by all operations; created by `createSessions`. */
export interface SessionContext {
  readonly store: Store;
  readonly modeExists: (mode: string) => boolean | Promise<boolean>;
  readonly clock: () => number;
  readonly createId: (prefix: IdPrefix) => string;
  readonly ttlMs: number;
  /** Owner of new sessions. */
  readonly owner: string | undefined;
  readonly limits: SessionLimits;
  readonly takeTurn: KeyedMutex;
  readonly onEvent: (event: SessionEvent) => void;
}

/** Entries for the history; `keep` is added before the store is called. */
export type Entries = Omit<HistoryAppend, 'keep'>;

/** The next task, and the entries written together with it. */
export interface TaskChange {
  readonly task: TaskHead;
  readonly append?: Entries;
}

/** Computes the change to a session; `undefined` leaves it unchanged. */
export type PlanChange = (head: SessionHead, at: number) => TaskChange | undefined | Promise<TaskChange | undefined>;

/** Maximum number of compare-and-set attempts before SESSION_CONFLICT. */
export const maxAttempts = 20;

/** Returns the new expiry after a use at the given time. */
export function expiryAfter(context: SessionContext, at: number): number | null {
  return context.ttlMs === Number.POSITIVE_INFINITY ? null : at + context.ttlMs;
}

/** True if the session's own lifetime has expired; see {@link isLive} for the consequence. */
export function isPastExpiry(head: SessionHead, at: number): boolean {
  return head.expiresAt !== null && head.expiresAt <= at;
}

/**
 * True if the session may still be used. Using a child is also treated as using its ancestors, without a write to each
 * of them: a delegated task past its expiry checks for live children. An ended child whose report is pending is treated
 * as live too, so that a crash between the two writes that end a task cannot lose the report as long as the child's
 * session exists.
 */
export async function isLive(context: SessionContext, head: SessionHead, at: number): Promise<boolean> {
  if (!isPastExpiry(head, at)) return true;
  for (const { sessionId } of head.task.openChildren) {
    const child = await context.store.head(sessionId);
    if (child !== undefined && (await isLive(context, child, at))) return true;
  }
  return false;
}

/**
 * Reads the head of a usable session; this is not treated as a use.
 * @throws {SessionError} SESSION_NOT_FOUND, SESSION_EXPIRED, VALUE_INVALID
 */
export async function readLiveSession(context: SessionContext, id: string): Promise<SessionHead> {
  const found = context.store.head(checkedId(id));
  const head = found instanceof Promise ? await found : found;
  if (head === undefined) throw await missingSessionError(context, id);
  const at = context.clock();
  if (isPastExpiry(head, at) && !(await isLive(context, head, at))) throw expiredSessionError(head);
  return head;
}

/** Details of how a session is used. */
export interface TouchDetails {
  readonly entries?: Entries;
  /** See `SessionUse.known`. */
  readonly known?: SessionHead | undefined;
}

/**
 * Records a use and appends entries without a compare-and-set; this is the hot path. Does not wait unless the store
 * does.
 * @throws {SessionError} SESSION_NOT_FOUND, SESSION_EXPIRED, VALUE_INVALID
 */
export function touchSession(
  context: SessionContext,
  id: string,
  { entries, known }: TouchDetails = {},
): Awaitable<SessionHead> {
  const at = context.clock();
  const append = entries === undefined ? undefined : { keep: context.limits, ...entries };
  const checked = (head: SessionHead | undefined): Awaitable<SessionHead> =>
    head === undefined || isPastExpiry(head, at) ? renewSession(context, head ?? id, entries) : head;
  const touched = context.store.touch(checkedId(id), { at, expiresAt: expiryAfter(context, at), known }, append);
  return touched instanceof Promise ? touched.then(checked) : checked(touched);
}

/**
 * Called when the store has refused the touch. If a child keeps this session alive, a compare-and-set renews the
 * session's expiry.
 */
async function renewSession(
  context: SessionContext,
  found: SessionHead | string,
  entries?: Entries,
): Promise<SessionHead> {
  if (typeof found === 'string') throw await missingSessionError(context, found);
  if (!(await isLive(context, found, context.clock()))) throw expiredSessionError(found);
  return updateSession(context, found.id, ({ task }) => ({ task, ...(entries && { append: entries }) }));
}

/**
 * Reads, plans and writes by compare-and-set until no other write interferes; every write is treated as a use and
 * creates a new version. Each attempt plans again from the stored state, so that no concurrent change is lost.
 * @throws {SessionError} SESSION_CONFLICT after {@link maxAttempts}; SESSION_NOT_FOUND, SESSION_EXPIRED; errors from
 * the plan
 */
export function updateSession(context: SessionContext, id: string, plan: PlanChange): Promise<SessionHead> {
  return context.takeTurn(id, async () => {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const head = await readLiveSession(context, id);
      const at = context.clock();
      const change = await plan(head, at);
      if (change === undefined) return head;
      const next = nextHead(context, head, { task: change.task, at });
      if (await context.store.replace(next, { version: head.version }, { keep: context.limits, ...change.append }))
        return next;
    }
    throw new SessionError('SESSION_CONFLICT', { sessionId: id, attempts: maxAttempts });
  });
}

function nextHead(context: SessionContext, head: SessionHead, use: { task: TaskHead; at: number }): SessionHead {
  const { task, at } = use;
  return {
    ...head,
    version: head.version + 1,
    lastAccessedAt: Math.max(head.lastAccessedAt, at),
    expiresAt: laterExpiry(head.expiresAt, expiryAfter(context, at)),
    task: task === head.task ? task : { ...task, updatedAt: Math.max(task.updatedAt, at) },
  };
}

// A process that uses a shorter lifetime must not shorten the expiry set by another process; the store would retain the
// later expiry anyway.
function laterExpiry(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : Math.max(one, other);
}

/** Creates the error for an unknown id: SESSION_EXPIRED if the id is still remembered, otherwise SESSION_NOT_FOUND. */
export async function missingSessionError(context: SessionContext, id: string): Promise<SessionError> {
  const tombstone = await context.store.tombstone(id);
  if (tombstone === undefined) return new SessionError('SESSION_NOT_FOUND', { sessionId: id });
  return new SessionError('SESSION_EXPIRED', { sessionId: id, expiredAt: tombstone.expiredAt });
}

/** Creates the error for an expired session that is still stored. */
export function expiredSessionError(head: SessionHead): SessionError<'SESSION_EXPIRED'> {
  return new SessionError('SESSION_EXPIRED', { sessionId: head.id, expiredAt: head.expiresAt ?? head.lastAccessedAt });
}

/**
 * Returns a valid session id. @throws {SessionError} VALUE_INVALID if the id is not a string; SESSION_NOT_FOUND if no
 * session can have that id
 */
export function checkedId(id: unknown): string {
  if (typeof id !== 'string' || id === '') throw invalidValue('session id', 'a non-empty string', describeValue(id));
  if (!isPossibleId(id)) throw new SessionError('SESSION_NOT_FOUND', { sessionId: id.slice(0, 256) });
  return id;
}

/** True if a string is a valid owner. */
export function isPossibleOwner(owner: unknown): boolean {
  return typeof owner === 'string' && owner.length > 0 && owner.length <= 256;
}

/** True if every store can look up the id, that is, if it consists of 1 to 256 printable ASCII characters. */
export function isPossibleId(id: string): boolean {
  return /^[!-~]{1,256}$/.test(id);
}
