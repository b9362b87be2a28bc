import { checkedObject } from '../input.ts';
import type { SessionHead } from '../session.ts';
import { type TaskState, taskStates } from '../task-states.ts';
import { describeValue, invalidValue } from '../values/invalid-value.ts';
import { isLive, isPossibleId, type SessionWorld } from './session-access.ts';

/** Which sessions to list. */
export interface ListQuery {
  readonly state?: TaskState | undefined;
  /** Those that have expired and that a sweep would remove, instead of the living ones. */
  readonly expired?: boolean | undefined;
  /** Only the direct children of this task. */
  readonly parentTaskId?: string | undefined;
  /** Only those of whose id this says so; it has to be quick, and to say the same at every call. */
  readonly isWanted?: ((id: string) => boolean) | undefined;
  /** The session that was added last first. Default: the order is the store's own. */
  readonly newestFirst?: boolean | undefined;
  /** The `next` of the page before; the rest of the query is to be the same. */
  readonly after?: string | undefined;
  /** At most so many on the page: 1 to 1 000, default 100. */
  readonly limit?: number | undefined;
}

/** A page of living sessions, or of expired ones. It may be short, even empty, while `next` says that there is more. */
export interface ListPage {
  readonly sessions: readonly SessionHead[];
  readonly next?: string;
}

/** See `Sessions.list`. @throws {SessionError} VALUE_INVALID */
export async function listSessions(world: SessionWorld, query: ListQuery): Promise<ListPage> {
  checkedObject(query, 'list');
  const { state, parentTaskId, isWanted, newestFirst = false, after, limit = 100, expired = false } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000) {
    throw invalidValue('limit', 'an integer from 1 to 1000', describeValue(limit));
  }
  if (state !== undefined && !taskStates.includes(state)) {
    throw invalidValue('state', `one of ${taskStates.join(', ')}`, describeValue(state));
  }
  if (parentTaskId !== undefined && !isPossibleId(parentTaskId)) {
    throw invalidValue('parentTaskId', 'the id of a task', describeValue(parentTaskId));
  }
  if (after !== undefined && !isPossibleId(after)) {
    throw invalidValue('after', 'the value of next from an earlier page', describeValue(after));
  }
  const at = world.clock();
  const page = await world.store.list({
    limit,
    ...(expired ? { expiredBefore: at } : {}),
    ...(state === undefined ? {} : { state }),
    ...(parentTaskId === undefined ? {} : { parentTaskId }),
    ...(isWanted === undefined ? {} : { isWanted }),
    ...(newestFirst ? { newestFirst } : {}),
    ...(after === undefined ? {} : { after }),
  });
  const sessions: SessionHead[] = [];
  for (const head of page.sessions) if ((await isLive(world, head, at)) !== expired) sessions.push(head);
  return { sessions, ...(page.next === undefined ? {} : { next: page.next }) };
}

/** See `Sessions.findByTask`. */
export async function findByTask(world: SessionWorld, taskId: string): Promise<SessionHead | undefined> {
  if (typeof taskId !== 'string' || taskId === '') {
    throw invalidValue('task id', 'a non-empty string', describeValue(taskId));
  }
  if (!isPossibleId(taskId)) return undefined;
  const [head] = (await world.store.list({ taskId, limit: 1 })).sessions;
  return head !== undefined && (await isLive(world, head, world.clock())) ? head : undefined;
}
