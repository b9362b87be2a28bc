import { createHash } from 'node:crypto';
import type { QueryConfig } from 'pg';
import { type List, lists } from '../../sql/lists.ts';
import { storedBytes } from '../../sql/stored-bytes.ts';
import type { HistoryAppend } from '../../store.ts';

/** A statement with its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Turns a statement into one that the server prepares once per connection, since parsing and planning take longer than
 * running. Its text must not contain any values, and must not select all columns of a table, because a later version
 * may add columns.
 */
export function prepared({ text, values }: Statement): QueryConfig {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return { name, text, values: [...values] };
}

// Names keyed by statement text, so that no call has to hash its statement; there are only a few statements per
// operation and schema.
const names = new Map<string, string>();

/** Creates a collector for the values of one statement; `value` returns the placeholder. */
export function createValues() {
  const values: unknown[] = [];
  return { values, value: (given: unknown, type: string): string => `$${values.push(given)}::${type}` };
}

/** A function that adds a value and returns its placeholder. */
export type Value = ReturnType<typeof createValues>['value'];

/** Columns of rows as arrays for `unnest`, in the order of their types. */
export function arraysOf<Row>(
  value: Value,
  rows: readonly Row[],
  types: Partial<Record<keyof Row & string, string>>,
): string {
  const columns = Object.entries(types) as [keyof Row, string][];
  const arrays = columns.map(([name, type]) =>
    value(
      rows.map((row) => row[name]),
      `${type}[]`,
    ),
  );
  return arrays.join(', ');
}

/** Applies {@link timesNotBefore} to these times. */
export function laterTimes(value: Value, at: number, expiresAt: number | null): string {
  const expiry = value(expiresAt, 'float8');
  return timesNotBefore(value(at, 'float8'), expiry);
}

/** Returns expressions that only ever move times forwards; null is the latest expiry. */
export function timesNotBefore(at: string, expiry: string): string {
  return `
    last_accessed_at = GREATEST(sessions.last_accessed_at, ${at}),
    expires_at = CASE WHEN sessions.expires_at IS NOT NULL AND ${expiry} IS NOT NULL THEN GREATEST(sessions.expires_at, ${expiry}) END`;
}

/** Returns assignments that extend lists; lists without new entries stay unchanged. */
export function longerLists(value: Value, append: HistoryAppend | undefined): string {
  const assignments = lists.flatMap((list) => {
    const entries = append?.[list];
    if (append === undefined || entries === undefined) return [];
    const end = `sessions.${list}_to + ${value(entries.length, 'int')}`;
    return [
      `, ${list}_to = ${end}, ${list}_from = GREATEST(sessions.${list}_from, ${end} - ${value(append.keep[list], 'int')})`,
    ];
  });
  return assignments.join('');
}

/**
 * Returns common table expressions to follow `changed`, the row whose lists grew: `added` contains the new entries,
 * `removed` those that exceed the limit. Entries that would be dropped immediately are not written.
 */
export function entryChanges(schema: string, value: Value, append: HistoryAppend | undefined): string {
  const rows = newEntries(append);
  const numbers = lists.map((list) => `WHEN '${list}' THEN changed.${list}_to`).join(' ');
  // Only a growing list can become too long.
  const tooOld = lists
    .filter((list) => append?.[list] !== undefined)
    .map((list) => `(entries.list = '${list}' AND entries.number < changed.${list}_from)`);
  return `
    added AS (
      INSERT INTO ${schema}.entries (position, owner, list, number, entry, bytes)
      SELECT changed.position, changed.owner, given.list, CASE given.list ${numbers} END - given.back, given.entry, given.bytes
      FROM changed, unnest(${arraysOf(value, rows, { list: 'text', back: 'int', entry: 'text', bytes: 'int' })})
        WITH ORDINALITY AS given (list, back, entry, bytes, arrival)
      ORDER BY given.arrival
      RETURNING owner, bytes),
    removed AS (
      DELETE FROM ${schema}.entries USING changed
      WHERE entries.position = changed.position AND (${tooOld.join(' OR ') || 'FALSE'}) RETURNING entries.owner, entries.bytes)`;
}

/** An entry to insert. */
interface NewEntry {
  readonly list: List;
  /** Distance from the end of the list; 1 for the last entry. */
  readonly back: number;
  readonly entry: string;
  readonly bytes: number;
}

/** Returns the new entries in all lists, except those that would be dropped immediately. */
export function newEntries(append: HistoryAppend | undefined): readonly NewEntry[] {
  if (append === undefined) return [];
  return lists.flatMap((list) => {
    const entries: readonly unknown[] = append[list] ?? [];
    const kept = entries.slice(Math.max(0, entries.length - append.keep[list]));
    return kept.map((value, index) => {
      const entry = JSON.stringify(value);
      return { list, back: kept.length - index, entry, bytes: storedBytes(entry) };
    });
  });
}
