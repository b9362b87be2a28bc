import type { DatabaseSync } from 'node:sqlite';
import type { Message, ModeSwitch, RecordedDecision } from '../session.ts';
import { type List, leavingOrder, lists } from '../sql/lists.ts';
import { storedBytes } from '../sql/stored-bytes.ts';
import type { HistoryAppend } from '../store.ts';

/** The three lists of a session. */
export interface Lists {
  readonly messages: readonly Message[];
  readonly switches: readonly ModeSwitch[];
  readonly decisions: readonly RecordedDecision[];
}

/** Row id of a session, and the number assigned to its owner. */
interface RowKey {
  readonly position: number;
  readonly owner: number;
}

/** Creates functions that read and write rows of `entries`; every call is a step in a transaction. */
export function createHistoryRows(database: DatabaseSync) {
  const add = database.prepare(
    'INSERT INTO entries (position, owner, list, number, entry, bytes) VALUES (:position, :owner, :list, :number, :entry, :bytes)',
  );
  // Reading a list as a single string costs less than reading one row per entry.
  const read = database.prepare(
    "SELECT list, group_concat(entry, ',' ORDER BY number) AS entries FROM entries WHERE position = ? GROUP BY list",
  );
  const dropBefore = database.prepare('DELETE FROM entries WHERE position = ? AND list = ? AND number < ?');
  const ends = perList((list) =>
    database.prepare(`SELECT ${list}_from AS first, ${list}_to AS next FROM sessions WHERE position = ?`),
  );
  const setEnds = perList((list) =>
    database.prepare(`UPDATE sessions SET ${list}_from = ?, ${list}_to = ? WHERE position = ?`),
  );
  const takeOldest = database.prepare(`
    DELETE FROM entries WHERE arrival =
      (SELECT arrival FROM entries WHERE owner = ? ORDER BY ${leavingOrder} LIMIT 1) RETURNING position, list`);
  const countDropped = perList((list) =>
    database.prepare(`UPDATE sessions SET ${list}_from = ${list}_from + 1 WHERE position = ?`),
  );

  const appendTo = ({ position, owner }: RowKey, list: List, { keep, [list]: entries }: HistoryAppend) => {
    if (entries === undefined) return;
    const { first, next } = ends[list].get(position) as { readonly first: number; readonly next: number };
    for (const [index, value] of entries.entries()) {
      const entry = JSON.stringify(value);
      add.run({ position, owner, list, number: next + index, entry, bytes: storedBytes(entry) });
    }
    const end = next + entries.length;
    const start = Math.max(first, end - keep[list]);
    if (start > first) dropBefore.run(position, list, start);
    setEnds[list].run(start, end, position);
  };
  return {
    append: (place: RowKey, append: HistoryAppend) => {
      for (const list of lists) appendTo(place, list, append);
    },
    read: (position: number): Lists => {
      const found: Record<List, readonly unknown[]> = { messages: [], switches: [], decisions: [] };
      for (const { list, entries } of read.all(position)) found[list as List] = JSON.parse(`[${String(entries)}]`);
      return found as unknown as Lists;
    },
    /** Drops the next entry from an owner's sessions and counts it as dropped; returns false if there is no entry. */
    dropOldest: (owner: number): boolean => {
      const oldest = takeOldest.get(owner);
      if (oldest === undefined) return false;
      countDropped[oldest.list as List].run(Number(oldest.position));
      return true;
    },
  };
}

function perList<T>(make: (list: List) => T): Readonly<Record<List, T>> {
  return { messages: make('messages'), switches: make('switches'), decisions: make('decisions') };
}
