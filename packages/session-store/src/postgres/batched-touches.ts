import type { HeadRow } from '../sql/session-row.ts';
import type { OwnerTotals } from '../sql/totals.ts';
import { createBatcher } from './batcher.ts';
import type { DecisionTouch } from './statements/session-changes.ts';

/** Maximum number of sessions per statement. */
const most = 200;

/** Result of a touch: the updated head, and the owner's totals. */
export type TouchedRow = HeadRow & OwnerTotals;

/** Statements that write touches. */
export interface TouchStatements {
  /** Waits until the session is unlocked. */
  readonly one: (touch: DecisionTouch) => Promise<TouchedRow | undefined>;
  /** Skips locked sessions. */
  readonly many: (touches: readonly DecisionTouch[]) => Promise<readonly TouchedRow[]>;
}

interface Asked {
  readonly touch: DecisionTouch;
  readonly resolve: (row: TouchedRow | undefined | Promise<TouchedRow | undefined>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Touches sessions; touches requested while a statement runs share the next statement, and wait for the disk only once.
 */
export function createBatchedTouches(
  statements: TouchStatements,
): (touch: DecisionTouch) => Promise<TouchedRow | undefined> {
  const write = createBatcher<Asked>((asked) => writeGroup(asked, statements), {
    most,
    keyOf: ({ touch }) => touch.id,
  });
  return (touch) => new Promise((resolve, reject) => write({ touch, resolve, reject }));
}

async function writeGroup(asked: readonly Asked[], { one, many }: TouchStatements): Promise<void> {
  const touches = asked.map(({ touch }) => touch);
  const [first] = touches;
  try {
    const rows = touches.length === 1 && first !== undefined ? [await one(first)] : await many(touches);
    const found = new Map(rows.flatMap((row) => (row === undefined ? [] : [[JSON.parse(row.id), row]])));
    // A locked session is awaited separately, so that no other session has to wait for it.
    for (const { touch, resolve } of asked) resolve(found.get(touch.id) ?? (asked.length > 1 ? one(touch) : undefined));
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}
