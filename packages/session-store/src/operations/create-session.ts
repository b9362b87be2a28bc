import type { JsonObject } from '@modegate/json';
import { SessionError } from '../errors.ts';
import { checkedMetadata, checkedMode, checkedObject, optionalText } from '../input.ts';
import type { SessionHead, TaskHead } from '../session.ts';
import type { HistoryAppend } from '../store.ts';
import { describeValue, invalidValue } from '../values/invalid-value.ts';
import type { IdPrefix } from '../values/random-id.ts';
import { settleEndedChildren } from './family.ts';
import { expiryAfter, isPossibleId, readLiveSession, type SessionContext, updateSession } from './session-access.ts';
import { sweepSessions } from './sweep.ts';
import { delegatedTask, usedTask } from './task-changes.ts';

/** Properties of a new task. */
export interface CreateInput {
  /** Slug of the task's first mode. */
  readonly mode: string;
  /** Stored in the task and as the first message in its history; truncated to `limits.messageBytes`. */
  readonly initialMessage?: string | undefined;
  /** Makes the task a child of this session's task, which becomes `delegated`. */
  readonly parentSessionId?: string | undefined;
  /** Any JSON object of at most `limits.metadataBytes`. */
  readonly metadata?: JsonObject | undefined;
}

/** See `Sessions.create`. */
export async function createSession(context: SessionContext, input: CreateInput): Promise<SessionHead> {
  checkedObject(input, 'create');
  const { limits } = context;
  const mode = checkedMode(input.mode);
  const texts = optionalText('initialMessage', input.initialMessage, limits);
  const metadata = input.metadata === undefined ? {} : { metadata: checkedMetadata(input.metadata, limits) };
  if (!(await context.modeExists(mode))) throw new SessionError('MODE_UNKNOWN', { mode });
  const parent = input.parentSessionId === undefined ? undefined : await openParent(context, input.parentSessionId);

  const child = await insertSession(context, { mode, ...texts, ...metadata, ...kinship(parent) });
  if (parent !== undefined) await joinParent(context, parent.id, child);
  context.onEvent({ type: 'created', session: child });
  return child;
}

async function openParent(context: SessionContext, id: string): Promise<SessionHead> {
  const parent = await settleEndedChildren(context, await readLiveSession(context, id));
  checkRoom(context, parent);
  return parent;
}

function checkRoom({ limits }: SessionContext, parent: SessionHead): void {
  usedTask(parent, 'create');
  if (parent.task.depth + 1 >= limits.depth) {
    throw new SessionError('SESSION_LIMIT', { limit: 'depth', maximum: limits.depth });
  }
  if (parent.task.openChildren.length >= limits.openChildren) {
    throw new SessionError('SESSION_LIMIT', { limit: 'openChildren', maximum: limits.openChildren });
  }
}

// The child is stored first, and the write to the parent then makes it a child: if the process dies in between, the
// parent never waits for a missing task, and the unused session expires.
async function joinParent(context: SessionContext, parentId: string, child: SessionHead): Promise<void> {
  const open = { sessionId: child.id, taskId: child.task.id };
  try {
    await updateSession(context, parentId, (parent) => {
      checkRoom(context, parent);
      return { task: delegatedTask(parent, open, context.limits.openChildren) };
    });
  } catch (error) {
    await removeQuietly(context, child.id);
    throw error;
  }
}

async function removeQuietly(context: SessionContext, id: string): Promise<void> {
  try {
    await context.store.remove(id);
  } catch {
    // The original error is reported; a session that could not be removed expires without being used.
  }
}

type FirstTask = Pick<TaskHead, 'mode' | 'depth'> &
  Partial<Pick<TaskHead, 'initialMessage' | 'parentSessionId' | 'parentTaskId' | 'metadata'>>;

async function insertSession(context: SessionContext, first: FirstTask): Promise<SessionHead> {
  let hasSwept = false;
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const head = newHead(context, first);
    const outcome = await context.store.insert(head, firstEntries(context, head));
    if (outcome === 'inserted') return head;
    if (outcome === 'taken') continue;
    if (hasSwept) throw outOfRoom(context, exhausted[outcome]);
    await sweepSessions(context);
    hasSwept = true;
  }
  throw invalidValue('createId', 'a source of unique ids', 'a source that repeats the ids of existing sessions');
}

function newHead(context: SessionContext, first: FirstTask): SessionHead {
  const at = context.clock();
  return {
    format: 1,
    id: newId(context, 'ses_'),
    version: 1,
    ...(context.owner === undefined ? {} : { owner: context.owner }),
    createdAt: at,
    lastAccessedAt: at,
    expiresAt: expiryAfter(context, at),
    task: {
      id: newId(context, 'task_'),
      state: 'pending',
      ...first,
      childSessionIds: [],
      childCount: 0,
      openChildren: [],
      createdAt: at,
      updatedAt: at,
    },
  };
}

function firstEntries({ limits: keep }: SessionContext, { task }: SessionHead): HistoryAppend {
  const { initialMessage: text, createdAt: at } = task;
  return text === undefined ? { keep } : { keep, messages: [{ role: 'user', text, at }] };
}

const exhausted = { full: 'sessions', 'no-room': 'bytes', crowded: 'owners' } as const;

function outOfRoom({ limits }: SessionContext, limit: 'sessions' | 'bytes' | 'owners'): SessionError {
  return new SessionError('SESSION_LIMIT', { limit, maximum: limits[limit] });
}

function kinship(parent: SessionHead | undefined): Pick<TaskHead, 'depth' | 'parentSessionId' | 'parentTaskId'> {
  if (parent === undefined) return { depth: 0 };
  return { depth: parent.task.depth + 1, parentSessionId: parent.id, parentTaskId: parent.task.id };
}

function newId(context: SessionContext, prefix: IdPrefix): string {
  const id: unknown = context.createId(prefix);
  if (typeof id === 'string' && id.startsWith(prefix) && isPossibleId(id)) return id;
  throw invalidValue(
    'createId',
    `a function that returns ${prefix} followed by printable ASCII, at most 256 characters`,
    describeValue(id),
  );
}
