import type { Pool } from 'pg';
import type { SessionHead } from '../session.ts';
import { columnsOf, makesPlace, type SessionRow } from '../sql/session-row.ts';
import { type Before, type OwnerTotals, whyNotAdded } from '../sql/totals.ts';
import type { HistoryAppend, Insertion, Restored } from '../store.ts';
import type { Counted } from './statements/counted-totals.ts';
import { insertStatement, removeStatement } from './statements/session-changes.ts';
import { prepared, type Statement } from './statements/statement-parts.ts';

/** A session to insert, and what the store holds before. */
export interface InsertionRequest {
  readonly head: SessionHead;
  readonly append: HistoryAppend;
  readonly restored: Restored | undefined;
  /** The row with the same id. */
  readonly stored: SessionRow | undefined;
  readonly before: Before;
  /** The number of the session's owner, who gets one if need be. */
  readonly numberOf: () => Promise<number>;
}

/** Inserts a session, over the stored one if that makes place; gives what is then held, or why it was not inserted. */
export async function insertSession(
  pool: Pool,
  counted: Counted,
  { head, append, restored, stored, before, numberOf }: InsertionRequest,
): Promise<OwnerTotals | Exclude<Insertion, 'inserted'>> {
  if (stored !== undefined && !makesPlace(stored, restored)) return 'taken';
  const refused = whyNotAdded(before, { headBytes: columnsOf(head).head_bytes, replaced: stored }, append.keep);
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
      : await queryTogether<OwnerTotals>(pool, [removeStatement(counted, removal), insertion]);
  return row ?? 'taken';
}

/** Runs statements in one transaction; what the last one gave. */
async function queryTogether<Row>(pool: Pool, statements: readonly Statement[]): Promise<readonly Row[]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    let rows: readonly unknown[] = [];
    for (const statement of statements) rows = (await client.query(prepared(statement))).rows;
    await client.query('COMMIT');
    client.release();
    return rows as readonly Row[];
  } catch (error) {
    // Ending the connection undoes what it had begun.
    client.release(true);
    throw error;
  }
}
