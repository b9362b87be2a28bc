import type { StoreLimits } from '../store.ts';
import type { SessionRow } from './session-row.ts';

/** Totals of one owner across all processes. */
export interface Totals {
  readonly open: number;
  readonly ended: number;
  readonly open_bytes: number;
  readonly bytes: number;
}

/** Totals with the number assigned to the owner. */
export interface OwnerTotals extends Totals {
  readonly owner: number;
}

/** Size of a new session, and the row it replaces. */
export interface NewSessionSize {
  readonly headBytes: number;
  readonly replaced: SessionRow | undefined;
}

/** State of a store before a session is added. */
export interface TotalsBefore {
  /** Totals of the owner; undefined for an unknown owner. */
  readonly held: OwnerTotals | undefined;
  /** Number of other owners with sessions, if this owner has none. */
  readonly owners: number;
}

/** Returns the reason why a session with a head of the given size cannot be added. */
export function findInsertRefusal(
  { held, owners }: TotalsBefore,
  { headBytes, replaced }: NewSessionSize,
  keep: StoreLimits,
): 'crowded' | 'full' | 'no-room' | undefined {
  const { owner, open, ended, open_bytes } = held ?? nothingHeld;
  if (open + ended === 0 && owners >= keep.owners) return 'crowded';
  const leavesOpen = replaced !== undefined && replaced.owner === owner && replaced.ended_order === null;
  if (open - (leavesOpen ? 1 : 0) >= keep.sessions) return 'full';
  const left = open_bytes - (leavesOpen ? replaced.head_bytes : 0);
  return left + headBytes > keep.bytes ? 'no-room' : undefined;
}

const nothingHeld = { owner: undefined, open: 0, ended: 0, open_bytes: 0 };

/**
 * Returns the owner of a head in stored form: JSON, so that the name may contain anything; `null` if there is no owner.
 */
export function ownerName({ owner }: { readonly owner?: string }): string {
  return JSON.stringify(owner ?? null);
}
