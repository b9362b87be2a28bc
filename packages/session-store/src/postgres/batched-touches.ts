import type { HeadRow } from '../sql/session-row.ts';
import type { OwnerTotals } from '../sql/totals.ts';
import { createBatcher } from './batcher.ts';
import type { DecisionTouch } from './statements/session-changes.ts';

/** Maximum number of sessions per statement. */
const most = 200;

/** Result of a touch: the updated head, and the owner's totals. */
export type TouchedRow = HeadRow & OwnerTotals;

/** Statements that write touches to the database. */
export interface TouchStatements {
  /** Touches one session; waits until the session is unlocked. */
  readonly one: (touch: DecisionTouch) => Promise<TouchedRow | undefined>;
  /** Touches many sessions; skips locked ones. */
  readonly many: (touches: readonly DecisionTouch[]) => Promise<readonly TouchedRow[]>;
}

/**
 * Creates a function that touches sessions; touches requested while a statement is running share the next statement,
 * and wait for the disk only once.
 */
export function createBatchedTouches({ one, many }: TouchStatements) {
  const write = async (touches: readonly DecisionTouch[]) => {
    const [first] = touches;
    const rows = touches.length === 1 && first !== undefined ? [await one(first)] : await many(touches);
    const found = new Map(rows.flatMap((row) => (row === undefined ? [] : [[JSON.parse(row.id), row]])));
    // A locked session is awaited separately, so that no other session has to wait.
    return (touch: DecisionTouch) => found.get(touch.id) ?? (touches.length > 1 ? one(touch) : undefined);
  };
  return createBatcher<DecisionTouch, TouchedRow | undefined>(write, { most, keyOf: ({ id }) => id });
}
