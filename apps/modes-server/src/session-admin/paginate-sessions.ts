import type { ListPage, ListQuery, SessionHead, Sessions, Store, StorePage } from '@modegate/session-store';

/** How many sessions are read at a time. */
export const pageSize = 200;

/** Every session that lives, or has expired, and fulfils the conditions, read page by page. */
export function paginateSessions(
  sessions: Sessions,
  query: Omit<ListQuery, 'after' | 'limit'>,
): AsyncGenerator<SessionHead> {
  return paginate((after) => sessions.list({ ...query, after, limit: pageSize }));
}

/** Every session of a store, expired or not. */
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
