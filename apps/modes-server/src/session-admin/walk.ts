import type { ListPage, ListQuery, SessionHead, Sessions, Store, StorePage } from '@modegate/session-store';

/** How many sessions are read at a time. */
export const pageSize = 200;

/** Every session that lives, or has expired, and fulfils the conditions, read page by page. */
export function walkSessions(
  sessions: Sessions,
  query: Omit<ListQuery, 'after' | 'limit'>,
): AsyncGenerator<SessionHead> {
  return walk((after) => sessions.list({ ...query, after, limit: pageSize }));
}

/** Every session of a store, expired or not. */
export function walkStore(store: Store): AsyncGenerator<SessionHead> {
  return walk((after) => store.list({ limit: pageSize, ...(after === undefined ? {} : { after }) }));
}

async function* walk(read: (after: string | undefined) => Promise<ListPage | StorePage>): AsyncGenerator<SessionHead> {
  let after: string | undefined;
  do {
    const page = await read(after);
    yield* page.sessions;
    after = page.next;
  } while (after !== undefined);
}
