import { checkedObject, checkedWord } from '../input.ts';
import type { SessionHead } from '../session.ts';
import { type TaskState, taskStates } from '../task-states.ts';
import { describeValue, invalidValue } from '../values/invalid-value.ts';
import { isLive, isPossibleId, type SessionContext } from './session-access.ts';

/** Query for the list of sessions. */
export interface ListQuery {
  readonly state?: TaskState | undefined;
  /** True to list expired sessions, which a sweep would remove, instead of live sessions. */
  readonly expired?: boolean | undefined;
  /** Lists only direct children of this task. */
  readonly parentTaskId?: string | undefined;
  /** Filters sessions by id; must be fast and pure. */
  readonly isWanted?: ((id: string) => boolean) | undefined;
  /** True to sort by insertion, latest first. Default: the store's own order. */
  readonly newestFirst?: boolean | undefined;
  /** `next` of the previous page; the rest of the query must be identical. */
  readonly after?: string | undefined;
  /** Page size: 1 to 1,000, default 100. */
  readonly limit?: number | undefined;
}

/** A page of live or expired sessions. The page may be short or even empty when `next` indicates further pages. */
export interface ListPage {
  readonly sessions: readonly SessionHead[];
  readonly next?: string;
}

/** See `Sessions.list`. @throws {SessionError} VALUE_INVALID */
export async function listSessions(context: SessionContext, query: ListQuery): Promise<ListPage> {
  checkedObject(query, 'list');
  const { state, parentTaskId, isWanted, newestFirst = false, after, limit = 100, expired = false } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000) {
    throw invalidValue('limit', 'an integer from 1 to 1000', describeValue(limit));
  }
  if (state !== undefined) checkedWord(state, 'state', taskStates);
  if (parentTaskId !== undefined && !isPossibleId(parentTaskId)) {
    throw invalidValue('parentTaskId', 'the id of a task', describeValue(parentTaskId));
  }
  if (after !== undefined && !isPossibleId(after)) {
    throw invalidValue('after', 'the value of next from an earlier page', describeValue(after));
  }
  const at = context.clock();
  const page = await context.store.list({
    limit,
    expiredBefore: expired ? at : undefined,
    state,
    parentTaskId,
    isWanted,
    newestFirst,
    after,
  });
  const sessions: SessionHead[] = [];
  for (const head of page.sessions) if ((await isLive(context, head, at)) !== expired) sessions.push(head);
  return { sessions, ...(page.next === undefined ? {} : { next: page.next }) };
}

/** See `Sessions.findByTask`. */
export async function findByTask(context: SessionContext, taskId: string): Promise<SessionHead | undefined> {
  if (typeof taskId !== 'string' || taskId === '') {
    throw invalidValue('task id', 'a non-empty string', describeValue(taskId));
  }
  if (!isPossibleId(taskId)) return undefined;
  const [head] = (await context.store.list({ taskId, limit: 1 })).sessions;
  return head !== undefined && (await isLive(context, head, context.clock())) ? head : undefined;
}
