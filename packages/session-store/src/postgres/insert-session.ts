import type { Pool } from 'pg';
import type { SessionHead } from '../session.ts';
import { columnsOf, mayBeReplaced, type SessionRow } from '../sql/session-row.ts';
import { findInsertRefusal, type OwnerTotals, type TotalsBefore } from '../sql/totals.ts';
import type { HistoryAppend, InsertResult, RestoreOptions } from '../store.ts';
import { inTransaction } from './pool/transaction.ts';
import { insertStatement, removeStatement } from './statements/session-changes.ts';
import { prepared } from './statements/statement-parts.ts';
import type { StatementContext } from './statements/update-totals.ts';

/** A session to insert, and the state of the store before the insertion. */
export interface InsertRequest {
  readonly head: SessionHead;
  readonly append: HistoryAppend;
  readonly restored: RestoreOptions | undefined;
  /** The row with the same id. */
  readonly stored: SessionRow | undefined;
  readonly before: TotalsBefore;
  /** Returns the number assigned to the session's owner, assigning one if needed. */
  readonly numberOf: () => Promise<number>;
}

/**
 * Inserts a session, replacing the stored one if this is allowed; returns the totals after the insertion, or the reason
 * for a refusal.
 */
export async function insertSession(
  pool: Pool,
  counted: StatementContext,
  { head, append, restored, stored, before, numberOf }: InsertRequest,
): Promise<OwnerTotals | Exclude<InsertResult, 'inserted'>> {
  if (stored !== undefined && !mayBeReplaced(stored, restored)) return 'taken';
  const refused = findInsertRefusal(before, { headBytes: columnsOf(head).head_bytes, replaced: stored }, append.keep);
  if (refused !== undefined) return refused;
  const insertion = insertStatement(counted, {
    owner: before.held?.owner ?? (await numberOf()),
    head,
    append,
    dropped: restored?.dropped,
  });
  const removal = { id: head.id, expected: restored?.replaces, tombstone: undefined };
  const [row] =
    stored === undefined
      ? (await pool.query<OwnerTotals>(prepared(insertion))).rows
      : await inTransaction(pool, async (client) => {
          await client.query(prepared(removeStatement(counted, removal)));
          return (await client.query<OwnerTotals>(prepared(insertion))).rows;
        });
  return row ?? 'taken';
}
