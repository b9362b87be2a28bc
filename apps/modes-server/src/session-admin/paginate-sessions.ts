import type { ListPage, ListQuery, SessionHead, Sessions, Store, StorePage } from '@modegate/session-store';

/** Number of sessions per page. */
export const pageSize = 200;

/** Yields every live or expired session that meets the conditions, page by page. */
export function paginateSessions(
  sessions: Sessions,
  query: Omit<ListQuery, 'after' | 'limit'>,
): AsyncGenerator<SessionHead> {
  return paginate((after) => sessions.list({ ...query, after, limit: pageSize }));
}

/** Yields every session of a store, expired or not. */
export function paginateStore(store: Store): AsyncGenerator<SessionHead> {
  return paginate((after) => store.list({ limit: pageSize, ...(after === undefined ? {} : { after }) }));
}

async function* paginate(
  read: (after: string | undefined) => Promise<ListPage | StorePage>,
): AsyncGenerator<SessionHead> {
  let after: string | undefined;
  do {
    const page = await read(after);
    yield* page.sessions;
    after = page.next;
  } while (after !== undefined);
}
