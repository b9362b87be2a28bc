import type { Session, SessionHead } from '../session.ts';
import { parseSessionHead } from '../session-format.ts';
import type { Precondition, RestoreOptions } from '../store.ts';
import { isEndState } from '../task-states.ts';
import { storedBytes } from './stored-bytes.ts';

/** Columns of a head; see {@link SessionRow}. */
export interface HeadRow {
  readonly id: string;
  readonly last_accessed_at: number;
  readonly expires_at: number | null;
  readonly head: string;
}

/** The columns of a {@link HeadRow}. */
export const headColumns = ['id', 'last_accessed_at', 'expires_at', 'head'] as const;

/**
 * Columns that the stores read from table `sessions`. Ids and texts are JSON, since SQL text supports neither NUL nor
 * lone surrogates.
 */
export interface SessionRow extends HeadRow {
  readonly version: number;
  readonly head_bytes: number;
  /** Number assigned to the owner. */
  readonly owner: number;
  /** Null until the task has ended. */
  readonly ended_order: number | string | null;
  readonly messages_from: number;
  readonly switches_from: number;
  readonly decisions_from: number;
}

/** The columns of a {@link SessionRow}. */
export const rowColumns = [
  ...headColumns,
  'version',
  'head_bytes',
  'owner',
  'ended_order',
  'messages_from',
  'switches_from',
  'decisions_from',
] as const;

/** Returns the head in a row; a caller that already knows the id can pass it to avoid reading it from the row. */
export function headOf(row: HeadRow, id: string = JSON.parse(row.id)): SessionHead {
  const head: Changeable<SessionHead> = parseSessionHead(id, row.head);
  // The head is safe to modify, because it has not been shared yet.
  head.lastAccessedAt = row.last_accessed_at;
  head.expiresAt = row.expires_at;
  return head;
}

type Changeable<T> = { -readonly [Name in keyof T]: T[Name] };

/** True if a row matches a writer's precondition. */
export function matches(row: SessionRow, expected: Precondition | undefined): boolean {
  if (expected === undefined) return true;
  if (row.version !== expected.version) return false;
  return expected.expiresAt === undefined || row.expires_at === expected.expiresAt;
}

/** True if a restored session may replace the one in the row. */
export function mayBeReplaced(row: SessionRow, restored: RestoreOptions | undefined): boolean {
  return restored?.replaces !== undefined && matches(row, restored.replaces);
}

/** Combines a head and its lists into a session. */
export function wholeSession(
  row: SessionRow,
  lists: Pick<Session['task'], 'messages' | 'switches' | 'decisions'>,
): Session {
  const head = headOf(row);
  const dropped = { messages: row.messages_from, switches: row.switches_from, decisions: row.decisions_from };
  return { ...head, task: { ...head.task, ...lists, dropped } };
}

/** A head as column values. */
export type HeadColumns = ReturnType<typeof columnsOf>;

/** Returns the columns of a head. */
export function columnsOf(head: SessionHead) {
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
    has_ended: isEndState(task.state),
  };
}
