import type { HttpLimits } from '../http-limits.ts';
import type { AuthenticatedPrincipal } from './authentication.ts';

/** Limits on sessions, or on connections for requests without a session. */
export type QuotaLimits = Pick<HttpLimits, 'maxSessions' | 'maxSessionsEach' | 'maxPrincipals'>;

/** A session or connection that belongs to a principal. */
export interface QuotaItem {
  /** The authenticated principal; undefined without authentication. */
  readonly principal: AuthenticatedPrincipal | undefined;
  readonly usedAt: number;
}

/**
 * The limits, and the test that decides whether an item may be ended to make room for another item of the same
 * principal.
 */
export interface Quota<Item> extends QuotaLimits {
  readonly isUnused: (item: Item) => boolean;
}

/**
 * The limit that was exceeded: the limit on the number of the principal's own items, or the limit on the total number
 * of principals.
 */
export type QuotaExceeded = 'too_many_sessions' | 'too_many_principals';

/**
 * Decides whether a principal may have one more item, and which of the principal's own items must end to make room: the
 * item that has been unused the longest. Items of other principals are unaffected.
 */
export function checkQuota<Item extends QuotaItem>(
  all: readonly Item[],
  principal: AuthenticatedPrincipal | undefined,
  { maxSessions, maxSessionsEach, maxPrincipals, isUnused }: Quota<Item>,
): { readonly ends: Item | undefined } | QuotaExceeded {
  const own = all.filter((item) => item.principal?.id === principal?.id);
  const isNew = principal !== undefined && own.length === 0;
  if (isNew && new Set(all.flatMap((item) => item.principal?.id ?? [])).size >= maxPrincipals)
    return 'too_many_principals';
  if (own.length < (principal === undefined ? maxSessions : maxSessionsEach)) return { ends: undefined };
  const [oldest] = own.filter(isUnused).toSorted((one, other) => one.usedAt - other.usedAt);
  return oldest === undefined ? 'too_many_sessions' : { ends: oldest };
}
