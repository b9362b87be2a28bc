import type { DroppedCounts, SessionHead } from '../../session.ts';
import { lists } from '../../sql/lists.ts';
import { columnsOf, headColumns } from '../../sql/session-row.ts';
import type { HistoryAppend, Precondition, Tombstone } from '../../store.ts';
import { sessionKey } from '../announcement.ts';
import {
  arraysOf,
  createValues,
  entryChanges,
  laterTimes,
  longerLists,
  newEntries,
  type Statement,
  timesNotBefore,
  type Value,
} from './statement-parts.ts';
import { entriesChanged, type StatementContext, updateTotals } from './update-totals.ts';

/** A session to insert. */
export interface NewSessionRow {
  /** The number assigned to the owner. */
  readonly owner: number;
  readonly head: SessionHead;
  readonly append: HistoryAppend;
  /** Number of entries already dropped from each of the session's lists. */
  readonly dropped: DroppedCounts | undefined;
}

/** Inserts a session with its first entries; returns no row if the id already exists. */
export function insertStatement(
  { schema, slot }: StatementContext,
  { owner, head, append, dropped }: NewSessionRow,
): Statement {
  const { values, value } = createValues();
  const given = columnsOf(head);
  const ends = lists.map((list) => {
    const length = append[list]?.length ?? 0;
    const first = dropped?.[list] ?? 0;
    return `${value(first + Math.max(0, length - append.keep[list]), 'int')}, ${value(first + length, 'int')}`;
  });
  const text = `
    WITH changed AS (
      INSERT INTO ${schema}.sessions (id, version, task_id, state, parent_task_id, last_accessed_at, expires_at, head, head_bytes, owner,
        ended_order, ${lists.map((list) => `${list}_from, ${list}_to`).join(', ')})
      VALUES (${value(given.id, 'text')}, ${value(given.version, 'int')}, ${value(given.task_id, 'text')}, ${value(given.state, 'text')},
        ${value(given.parent_task_id, 'text')}, ${value(given.last_accessed_at, 'float8')}, ${value(given.expires_at, 'float8')},
        ${value(given.head, 'text')}, ${value(given.head_bytes, 'int')}, ${value(owner, 'int')},
        CASE WHEN ${value(given.has_ended, 'bool')} THEN nextval('${schema}.ended_order') END, ${ends.join(', ')})
      ON CONFLICT (id) DO NOTHING RETURNING *),
    forgotten AS (DELETE FROM ${schema}.tombstones USING changed WHERE tombstones.id = changed.id),
    ${entryChanges(schema, value, append)},
    ${updateTotals({ schema, slot }, value, {
      open: '(ended_order IS NULL)::int',
      ended: '(ended_order IS NOT NULL)::int',
      open_bytes: '(ended_order IS NULL)::int * head_bytes',
      bytes: 'head_bytes',
      entries: entriesChanged,
    })}
    SELECT totals.* FROM totals`;
  return { text, values };
}

/** A use of a session. */
export interface Touch {
  readonly id: string;
  readonly at: number;
  readonly expiresAt: number | null;
}

/** Records a use and appends entries; returns no row if the session does not exist or has expired. */
export function touchStatement(
  { schema, slot }: StatementContext,
  { id, at, expiresAt }: Touch,
  append?: HistoryAppend,
): Statement {
  const { values, value } = createValues();
  const text = `
    WITH changed AS (
      UPDATE ${schema}.sessions SET ${laterTimes(value, at, expiresAt)}${longerLists(value, append)}
      WHERE id = ${value(JSON.stringify(id), 'text')} AND (expires_at IS NULL OR expires_at > ${value(at, 'float8')}) RETURNING *)
    ${
      append === undefined
        ? `SELECT ${headOfChanged} FROM changed`
        : `, ${entryChanges(schema, value, append)},
           ${updateTotals({ schema, slot }, value, { entries: entriesChanged })}
           SELECT ${headOfChanged}, totals.* FROM changed JOIN totals USING (owner)`
    }`;
  return { text, values };
}

/** A use of a session with decisions for its history. */
export interface DecisionTouch extends Touch {
  readonly append: HistoryAppend;
}

/**
 * Touches many sessions, each once. Never waits: a session locked by another statement yields no row, in the same way
 * as a missing session, so two processes never wait for each other.
 */
export function touchesStatement({ schema, slot }: StatementContext, touches: readonly DecisionTouch[]): Statement {
  const { values, value } = createValues();
  const uses = touches.map(({ id, at, expiresAt: earned, append: { keep, decisions = [] } }) => {
    return { id: JSON.stringify(id), at, earned, added: decisions.length, keep: keep.decisions };
  });
  const lines = touches.flatMap(({ id, append: { keep, decisions = [] } }) =>
    newEntries({ keep, decisions }).map((entry) => ({ ...entry, id: JSON.stringify(id) })),
  );
  const text = `
    WITH given AS (
      SELECT * FROM unnest(${arraysOf(value, uses, { id: 'text', at: 'float8', earned: 'float8', added: 'int', keep: 'int' })})
        AS given (id, at, earned, added, keep)),
    free AS (
      SELECT sessions.position, given.at, given.earned, given.added, given.keep
      FROM given JOIN ${schema}.sessions ON sessions.id = given.id
      WHERE sessions.expires_at IS NULL OR sessions.expires_at > given.at FOR NO KEY UPDATE OF sessions SKIP LOCKED),
    changed AS (
      UPDATE ${schema}.sessions SET ${timesNotBefore('free.at', 'free.earned')}, decisions_to = sessions.decisions_to + free.added,
        decisions_from = CASE WHEN free.added = 0 THEN sessions.decisions_from
          ELSE GREATEST(sessions.decisions_from, sessions.decisions_to + free.added - free.keep) END
      FROM free WHERE sessions.position = free.position RETURNING sessions.*),
    added AS (
      INSERT INTO ${schema}.entries (position, owner, list, number, entry, bytes)
      SELECT changed.position, changed.owner, 'decisions', changed.decisions_to - line.back, line.entry, line.bytes
      FROM unnest(${arraysOf(value, lines, { id: 'text', back: 'int', entry: 'text', bytes: 'int' })}) WITH ORDINALITY AS line (id, back, entry, bytes, arrival)
      JOIN changed ON changed.id = line.id
      ORDER BY line.arrival
      RETURNING owner, bytes),
    removed AS (
      DELETE FROM ${schema}.entries USING changed
      WHERE entries.position = changed.position AND entries.list = 'decisions' AND entries.number < changed.decisions_from
      RETURNING entries.owner, entries.bytes),
    ${updateTotals({ schema, slot }, value, { entries: entriesChanged })}
    SELECT ${headOfChanged}, totals.* FROM changed JOIN totals USING (owner)`;
  return { text, values };
}

const headOfChanged = headColumns.map((column) => `changed.${column}`).join(', ');

/** The next head, and the precondition. */
export interface Replacement {
  readonly next: SessionHead;
  readonly expected: Precondition;
}

/**
 * Replaces the expected head and appends entries; returns no row if the head differs. A changed mode or state is
 * announced.
 */
export function replaceStatement(
  { schema, slot, announcer }: StatementContext,
  { next, expected }: Replacement,
  append?: HistoryAppend,
): Statement {
  const { values, value } = createValues();
  const given = columnsOf(next);
  const text = `
    WITH old AS (
      SELECT position, state, head_bytes, ended_order FROM ${schema}.sessions
      WHERE id = ${value(given.id, 'text')} AND ${matching(value, expected)} FOR UPDATE),
    changed AS (
      UPDATE ${schema}.sessions SET version = ${value(given.version, 'int')}, task_id = ${value(given.task_id, 'text')},
        state = ${value(given.state, 'text')}, parent_task_id = ${value(given.parent_task_id, 'text')},
        ${laterTimes(value, given.last_accessed_at, given.expires_at)},
        head = ${value(given.head, 'text')}, head_bytes = ${value(given.head_bytes, 'int')},
        ended_order = CASE WHEN ${value(given.has_ended, 'bool')}
          THEN COALESCE(sessions.ended_order, nextval('${schema}.ended_order')) END
        ${longerLists(value, append)}
      FROM old WHERE sessions.position = old.position
      RETURNING sessions.*, old.state AS old_state, old.head_bytes AS old_bytes, old.ended_order AS old_order),
    ${entryChanges(schema, value, append)},
    ${updateTotals({ schema, slot }, value, {
      open: '(ended_order IS NULL)::int - (old_order IS NULL)::int',
      ended: '(ended_order IS NOT NULL)::int - (old_order IS NOT NULL)::int',
      open_bytes: '(ended_order IS NULL)::int * head_bytes - (old_order IS NULL)::int * old_bytes',
      bytes: 'head_bytes - old_bytes',
      entries: entriesChanged,
    })}
    SELECT totals.*, CASE WHEN state <> old_state OR ${value((append?.switches?.length ?? 0) > 0, 'bool')}
      THEN ${announcer.announce(value, { kind: 'session', key: sessionKey(next.id) })} END
    FROM changed, totals`;
  return { text, values };
}

/** A session to remove, the precondition, and its tombstone. */
export interface Removal {
  readonly id: string;
  readonly expected: Precondition | undefined;
  readonly tombstone: Tombstone | undefined;
}

/** Removes a matching session, leaves its tombstone and announces the removal; returns no row if no session matches. */
export function removeStatement(
  { schema, slot, announcer }: StatementContext,
  { id, expected, tombstone }: Removal,
): Statement {
  const { values, value } = createValues();
  const condition = expected === undefined ? 'TRUE' : matching(value, expected);
  const text = `
    WITH old AS (
      SELECT * FROM ${schema}.sessions WHERE id = ${value(JSON.stringify(id), 'text')} AND ${condition} FOR UPDATE),
    removed AS (DELETE FROM ${schema}.entries USING old WHERE entries.position = old.position RETURNING entries.owner, entries.bytes),
    changed AS (DELETE FROM ${schema}.sessions USING old WHERE sessions.position = old.position RETURNING sessions.*),
    ${
      tombstone === undefined
        ? ''
        : `remembered AS (
      INSERT INTO ${schema}.tombstones
      SELECT id, ${value(tombstone.expiredAt, 'float8')}, ${value(tombstone.forgetAt, 'float8')} FROM changed
      ON CONFLICT (id) DO UPDATE SET expired_at = EXCLUDED.expired_at, forget_at = EXCLUDED.forget_at),`
    }
    ${updateTotals({ schema, slot }, value, {
      open: '-(ended_order IS NULL)::int',
      ended: '-(ended_order IS NOT NULL)::int',
      open_bytes: '-(ended_order IS NULL)::int * head_bytes',
      bytes: '-head_bytes',
      entries: { removed: '-' },
    })}
    SELECT ${announcer.announce(value, { kind: 'session', key: sessionKey(id) })} FROM changed`;
  return { text, values };
}

function matching(value: Value, { version, expiresAt }: Precondition): string {
  const sameVersion = `version = ${value(version, 'int')}`;
  return expiresAt === undefined
    ? sameVersion
    : `${sameVersion} AND expires_at IS NOT DISTINCT FROM ${value(expiresAt, 'float8')}`;
}
