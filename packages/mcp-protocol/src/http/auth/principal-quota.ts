import type { HttpLimits } from '../http-limits.ts';
import type { Principal } from './authentication.ts';

/** How many sessions, or statelessConnections for requests without one, there may be. */
export type QuotaLimits = Pick<HttpLimits, 'maxSessions' | 'maxSessionsEach' | 'maxPrincipals'>;

/** Something that a principal holds. */
export interface QuotaItem {
  /** Undefined without one. */
  readonly principal: Principal | undefined;
  readonly usedAt: number;
  /** Whether it may end for another of the same principal. */
  readonly isUnused: boolean;
}

/** Why a principal may hold no more: it holds too much itself, or too many others hold something. */
export type QuotaExceeded = 'too_many_sessions' | 'too_many_principals';

/** Whether a principal may hold one more, and what of its own has to end for that: what was unused for longest. What others hold stays. */
export function checkQuota<Item extends QuotaItem>(
  all: readonly Item[],
  principal: Principal | undefined,
  { maxSessions, maxSessionsEach, maxPrincipals }: QuotaLimits,
): { readonly ends: Item | undefined } | QuotaExceeded {
  const own = all.filter((item) => item.principal?.id === principal?.id);
  const isNew = principal !== undefined && own.length === 0;
  if (isNew && new Set(all.flatMap((item) => item.principal?.id ?? [])).size >= maxPrincipals)
    return 'too_many_principals';
  if (own.length < (principal === undefined ? maxSessions : maxSessionsEach)) return { ends: undefined };
  const [oldest] = own.filter(({ isUnused }) => isUnused).toSorted((one, other) => one.usedAt - other.usedAt);
  return oldest === undefined ? 'too_many_sessions' : { ends: oldest };
}
