import type { JsonObject } from '@modegate/json';
import { SessionError } from '../errors.ts';
import { checkedMetadata, checkedMode, checkedObject, optionalText } from '../input.ts';
import type { SessionHead, TaskHead } from '../session.ts';
import type { HistoryAppend } from '../store.ts';
import { describeValue, invalidValue } from '../values/invalid-value.ts';
import type { IdPrefix } from '../values/random-id.ts';
import { settleEndedChildren } from './family.ts';
import { expiryAfter, isPossibleId, openSession, type SessionWorld, updateSession } from './session-access.ts';
import { sweepSessions } from './sweep.ts';
import { delegatedTask, usedTask } from './task-changes.ts';

/** What a new task starts with. */
export interface CreateInput {
  /** The slug of the task's first mode. */
  readonly mode: string;
  /** Kept on the task and as the first message of its history; cut to `limits.messageBytes`. */
  readonly initialMessage?: string | undefined;
  /** Makes the task a child, and its parent `delegated`. */
  readonly parentSessionId?: string | undefined;
  /** Any JSON object of at most `limits.metadataBytes`. */
  readonly metadata?: JsonObject | undefined;
}

/** See `Sessions.create`. */
export async function createSession(world: SessionWorld, input: CreateInput): Promise<SessionHead> {
  checkedObject(input, 'create');
  const { limits } = world;
  const mode = checkedMode(input.mode);
  const texts = optionalText('initialMessage', input.initialMessage, limits);
  const metadata = input.metadata === undefined ? {} : { metadata: checkedMetadata(input.metadata, limits) };
  if (!(await world.modeExists(mode))) throw new SessionError('MODE_UNKNOWN', { mode });
  const parent = input.parentSessionId === undefined ? undefined : await openParent(world, input.parentSessionId);

  const child = await insertSession(world, { mode, ...texts, ...metadata, ...kinship(parent) });
  if (parent !== undefined) await joinParent(world, parent.id, child);
  world.onEvent({ type: 'created', session: child });
  return child;
}

async function openParent(world: SessionWorld, id: string): Promise<SessionHead> {
  const parent = await settleEndedChildren(world, await openSession(world, id));
  checkRoom(world, parent);
  return parent;
}

function checkRoom({ limits }: SessionWorld, parent: SessionHead): void {
  usedTask(parent, 'create');
  if (parent.task.depth + 1 >= limits.depth) {
    throw new SessionError('SESSION_LIMIT', { limit: 'depth', maximum: limits.depth });
  }
  if (parent.task.openChildren.length >= limits.openChildren) {
    throw new SessionError('SESSION_LIMIT', { limit: 'openChildren', maximum: limits.openChildren });
  }
}

// The child is stored first and the parent's write is what makes it a child: should the process die in between, the
// parent never waits for a task that does not exist. What is left is a session whose id is known to no one, and it expires.
async function joinParent(world: SessionWorld, parentId: string, child: SessionHead): Promise<void> {
  const open = { sessionId: child.id, taskId: child.task.id };
  try {
    await updateSession(world, parentId, (parent) => {
      checkRoom(world, parent);
      return { task: delegatedTask(parent, open, world.limits.openChildren) };
    });
  } catch (error) {
    await removeQuietly(world, child.id);
    throw error;
  }
}

async function removeQuietly(world: SessionWorld, id: string): Promise<void> {
  try {
    await world.store.remove(id);
  } catch {
    // The error that led here is the one to tell; a session that could not be removed expires unused.
  }
}

type FirstTask = Pick<TaskHead, 'mode' | 'depth'> &
  Partial<Pick<TaskHead, 'initialMessage' | 'parentSessionId' | 'parentTaskId' | 'metadata'>>;

async function insertSession(world: SessionWorld, first: FirstTask): Promise<SessionHead> {
  let hasSwept = false;
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const head = newHead(world, first);
    const outcome = await world.store.insert(head, firstEntries(world, head));
    if (outcome === 'inserted') return head;
    if (outcome === 'taken') continue;
    if (hasSwept) throw outOfRoom(world, exhausted[outcome]);
    await sweepSessions(world);
    hasSwept = true;
  }
  throw invalidValue('createId', 'a source of unique ids', 'a source that repeats the ids of existing sessions');
}

function newHead(world: SessionWorld, first: FirstTask): SessionHead {
  const at = world.clock();
  return {
    format: 1,
    id: newId(world, 'ses_'),
    version: 1,
    ...(world.owner === undefined ? {} : { owner: world.owner }),
    createdAt: at,
    lastAccessedAt: at,
    expiresAt: expiryAfter(world, at),
    task: {
      id: newId(world, 'task_'),
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

function firstEntries({ limits: keep }: SessionWorld, { task }: SessionHead): HistoryAppend {
  const { initialMessage: text, createdAt: at } = task;
  return text === undefined ? { keep } : { keep, messages: [{ role: 'user', text, at }] };
}

const exhausted = { full: 'sessions', 'no-room': 'bytes', crowded: 'owners' } as const;

function outOfRoom({ limits }: SessionWorld, limit: 'sessions' | 'bytes' | 'owners'): SessionError {
  return new SessionError('SESSION_LIMIT', { limit, maximum: limits[limit] });
}

function kinship(parent: SessionHead | undefined): Pick<TaskHead, 'depth' | 'parentSessionId' | 'parentTaskId'> {
  if (parent === undefined) return { depth: 0 };
  return { depth: parent.task.depth + 1, parentSessionId: parent.id, parentTaskId: parent.task.id };
}

function newId(world: SessionWorld, prefix: IdPrefix): string {
  const id: unknown = world.createId(prefix);
  if (typeof id === 'string' && id.startsWith(prefix) && isPossibleId(id)) return id;
  throw invalidValue(
    'createId',
    `a function that returns ${prefix} followed by printable ASCII, at most 256 characters`,
    describeValue(id),
  );
}
