import type { StoreLimits } from '../store.ts';
import type { SessionRow } from './session-row.ts';

/** What is held by all processes together. */
export interface Totals {
  readonly open: number;
  readonly ended: number;
  readonly open_bytes: number;
  readonly bytes: number;
}

/** A session to add, and the row that it takes the place of. */
export interface Addition {
  readonly headBytes: number;
  readonly replaced: SessionRow | undefined;
}

/** Why a session with a head of that size cannot be held. */
export function whyNotAdded(
  { open, open_bytes }: Totals,
  { headBytes, replaced }: Addition,
  keep: StoreLimits,
): 'full' | 'no-room' | undefined {
  const leavesOpen = replaced !== undefined && replaced.ended_order === null;
  if (open - (leavesOpen ? 1 : 0) >= keep.sessions) return 'full';
  const left = open_bytes - (leavesOpen ? replaced.head_bytes : 0);
  return left + headBytes > keep.bytes ? 'no-room' : undefined;
}
