import type { DatabaseSync } from 'node:sqlite';
import type { DroppedCounts, SessionHead } from '../session.ts';
import { lists } from '../sql/lists.ts';
import {
  columnsOf,
  type HeadColumns,
  type HeadRow,
  headColumns,
  rowColumns,
  type SessionRow,
} from '../sql/session-row.ts';

/** A row with its position in insertion order. */
export interface StoredSessionRow extends SessionRow {
  readonly position: number;
}

/** Columns of a head, together with its position. */
export interface StoredHeadRow extends HeadRow {
  readonly position: number;
  readonly owner: number;
}

/** Columns of a row other than those of its head. */
interface RowOwnership {
  readonly owner: number;
  readonly dropped?: DroppedCounts | undefined;
}

/** Creates functions that read and write rows of `sessions`; every call is a step in a transaction. */
export function createSessionRows(database: DatabaseSync) {
  const find = database.prepare(`SELECT position, ${rowColumns.join(', ')} FROM sessions WHERE id = ?`);
  const findHead = database.prepare(`SELECT ${headColumns.join(', ')} FROM sessions WHERE id = ?`);
  const add = database.prepare(`
    INSERT INTO sessions
      (id, version, task_id, state, parent_task_id, last_accessed_at, expires_at, head, head_bytes, owner, ended_order,
       ${lists.map((list) => `${list}_from, ${list}_to`).join(', ')})
    VALUES
      (:id, :version, :task_id, :state, :parent_task_id, :last_accessed_at, :expires_at, :head, :head_bytes,
       :owner, CASE WHEN :has_ended THEN (SELECT IFNULL(MAX(ended_order), 0) + 1 FROM sessions) END,
       ${lists.map((list) => `:${list}, :${list}`).join(', ')})
    RETURNING position`);
  // Times only move forwards; null is the latest expiry.
  const laterTimes = `
    last_accessed_at = MAX(last_accessed_at, :last_accessed_at),
    expires_at = CASE WHEN expires_at IS NULL OR :expires_at IS NULL THEN NULL ELSE MAX(expires_at, :expires_at) END`;
  const change = database.prepare(`
    UPDATE sessions SET
      version = :version, task_id = :task_id, state = :state, parent_task_id = :parent_task_id, ${laterTimes},
      head = :head, head_bytes = :head_bytes,
      ended_order = CASE WHEN :has_ended
        THEN IFNULL(ended_order, (SELECT IFNULL(MAX(ended_order), 0) + 1 FROM sessions)) END
    WHERE id = :id`);
  const use = database.prepare(`
    UPDATE sessions SET ${laterTimes}
    WHERE id = :id AND (expires_at IS NULL OR expires_at > :last_accessed_at) RETURNING position, owner, ${headColumns.join(', ')}`);
  const drop = database.prepare('DELETE FROM sessions WHERE position = ?');
  const asRow = (found: unknown) => found as StoredSessionRow | undefined;
  return {
    find: (id: string) => asRow(find.get(JSON.stringify(id))),
    findHead: (id: string) => findHead.get(JSON.stringify(id)) as HeadRow | undefined,
    /** Adds a row; returns its position. */
    add: (columns: HeadColumns, { owner, dropped = noneDropped }: RowOwnership) => ({
      position: Number(add.get({ ...values(columns), ...dropped, owner })?.position),
      owner,
    }),
    change: (head: SessionHead) => void change.run(values(columnsOf(head))),
    use: (id: string, at: number, expiresAt: number | null) =>
      use.get({ id: JSON.stringify(id), last_accessed_at: at, expires_at: expiresAt }) as StoredHeadRow | undefined,
    remove: ({ position }: StoredSessionRow) => void drop.run(position),
  };
}

const noneDropped: DroppedCounts = { messages: 0, switches: 0, decisions: 0 };

function values(columns: HeadColumns) {
  return { ...columns, has_ended: columns.has_ended ? 1 : 0 };
}
