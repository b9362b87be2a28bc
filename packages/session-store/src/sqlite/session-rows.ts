import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Session, SessionHead } from '../session.ts';
import { parseSessionHead } from '../session-format.ts';
import type { Expected } from '../store.ts';
import { isEndState } from '../task-states.ts';
import { storedBytes } from './stored-bytes.ts';

/** A row of the table `sessions`. */
export interface SessionRow {
  readonly position: number;
  readonly id: string;
  readonly version: number;
  readonly last_accessed_at: number;
  readonly expires_at: number | null;
  readonly head: string;
  readonly messages_from: number;
  readonly switches_from: number;
  readonly decisions_from: number;
}

/** Reads and writes rows of `sessions`; every call is a step of a transaction. */
export function createSessionRows(database: DatabaseSync) {
  const find = database.prepare('SELECT * FROM sessions WHERE id = ?');
  const add = database.prepare(`
    INSERT INTO sessions
      (id, version, task_id, state, parent_task_id, last_accessed_at, expires_at, head, head_bytes, ended_order)
    VALUES
      (:id, :version, :task_id, :state, :parent_task_id, :last_accessed_at, :expires_at, :head, :head_bytes,
       CASE WHEN :has_ended THEN (SELECT IFNULL(MAX(ended_order), 0) + 1 FROM sessions) END)
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
    WHERE id = :id AND (expires_at IS NULL OR expires_at > :last_accessed_at) RETURNING *`);
  const drop = database.prepare('DELETE FROM sessions WHERE position = ?');
  const asRow = (found: unknown) => found as SessionRow | undefined;
  return {
    find: (id: string) => asRow(find.get(JSON.stringify(id))),
    add: (head: SessionHead) => Number(add.get(columns(head))?.position),
    change: (head: SessionHead) => void change.run(columns(head)),
    use: (id: string, at: number, expiresAt: number | null) =>
      asRow(use.get({ id: JSON.stringify(id), last_accessed_at: at, expires_at: expiresAt })),
    remove: ({ position }: SessionRow) => void drop.run(position),
  };
}

/** The head that a row holds. */
export function headOf(row: SessionRow): SessionHead {
  const head = parseSessionHead(JSON.parse(row.id), row.head);
  return { ...head, lastAccessedAt: row.last_accessed_at, expiresAt: row.expires_at };
}

/** Whether a row still is what a writer expects. */
export function matches(row: SessionRow, expected: Expected | undefined): boolean {
  if (expected === undefined) return true;
  if (row.version !== expected.version) return false;
  return expected.expiresAt === undefined || row.expires_at === expected.expiresAt;
}

/** A head with its lists as one session. */
export function wholeSession(
  row: SessionRow,
  lists: Pick<Session['task'], 'messages' | 'switches' | 'decisions'>,
): Session {
  const head = headOf(row);
  const dropped = { messages: row.messages_from, switches: row.switches_from, decisions: row.decisions_from };
  return { ...head, task: { ...head.task, ...lists, dropped } };
}

function columns(head: SessionHead): Record<string, SQLInputValue> {
  const { id, version, lastAccessedAt, expiresAt, task } = head;
  const text = JSON.stringify(head);
  return {
    id: JSON.stringify(id),
    version,
    task_id: JSON.stringify(task.id),
    state: task.state,
    parent_task_id: task.parentTaskId === undefined ? null : JSON.stringify(task.parentTaskId),
    last_accessed_at: lastAccessedAt,
    expires_at: expiresAt,
    head: text,
    head_bytes: storedBytes(text),
    has_ended: isEndState(task.state) ? 1 : 0,
  };
}
