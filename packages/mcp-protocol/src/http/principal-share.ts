import type { Principal } from './admission.ts';
import type { HttpLimits } from './http-limits.ts';

/** How many sessions, or places for requests without one, there may be. */
export type ShareLimits = Pick<HttpLimits, 'maxSessions' | 'maxSessionsEach' | 'maxPrincipals'>;

/** Something that a principal holds. */
export interface Held {
  /** Undefined without one. */
  readonly principal: Principal | undefined;
  readonly usedAt: number;
  /** Whether it may end for another of the same principal. */
  readonly isUnused: boolean;
}

/** Why a principal may hold no more: it holds too much itself, or too many others hold something. */
export type NoShare = 'too_many_sessions' | 'too_many_principals';

/** Whether a principal may hold one more, and what of its own has to end for that: what was unused for longest. What others hold stays. */
export function shareOf<Item extends Held>(
  all: readonly Item[],
  principal: Principal | undefined,
  { maxSessions, maxSessionsEach, maxPrincipals }: ShareLimits,
): { readonly ends: Item | undefined } | NoShare {
  const own = all.filter((item) => item.principal?.id === principal?.id);
  const isNew = principal !== undefined && own.length === 0;
  if (isNew && new Set(all.flatMap((item) => item.principal?.id ?? [])).size >= maxPrincipals)
    return 'too_many_principals';
  if (own.length < (principal === undefined ? maxSessions : maxSessionsEach)) return { ends: undefined };
  const [oldest] = own.filter(({ isUnused }) => isUnused).toSorted((one, other) => one.usedAt - other.usedAt);
  return oldest === undefined ? 'too_many_sessions' : { ends: oldest };
}
