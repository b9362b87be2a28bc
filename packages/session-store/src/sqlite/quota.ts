import type { DatabaseSync } from 'node:sqlite';
import { findInsertRefusal, type NewSessionSize, type OwnerTotals, type Totals } from '../sql/totals.ts';
import type { StoreLimits } from '../store.ts';

/** Enforces the limits for each owner; every call is a step in a transaction. */
export function createSqliteQuota(database: DatabaseSync, dropOldestEntry: (owner: number) => boolean) {
  const byName = database.prepare('SELECT * FROM owners WHERE name = ?');
  const byNumber = database.prepare('SELECT * FROM owners WHERE owner = ?');
  const add = database.prepare('INSERT INTO owners (name) VALUES (?) RETURNING owner');
  const forgetEmpty = database.prepare('DELETE FROM owners WHERE open + ended = 0');
  const counts = database.prepare(
    'SELECT COUNT(*) AS owners, SUM(open + ended) AS sessions FROM owners WHERE open + ended > 0',
  );
  const read = (owner: number) => byNumber.get(owner) as unknown as Totals;
  const dropEnded = database.prepare(`
    DELETE FROM sessions WHERE position IN
      (SELECT position FROM sessions WHERE owner = ? AND ended_order IS NOT NULL ORDER BY ended_order LIMIT ?)`);
  return {
    count: () => Number(counts.get()?.sessions ?? 0),
    findInsertRefusal: (owner: string, added: NewSessionSize, keep: StoreLimits) => {
      const known = byName.get(owner) as unknown as OwnerTotals | undefined;
      // All owners need to be counted only if the owner is new.
      const isHere = known !== undefined && known.open + known.ended > 0;
      return findInsertRefusal({ held: known, owners: isHere ? 0 : Number(counts.get()?.owners) }, added, keep);
    },
    /** Returns the number assigned to an owner, assigning one if needed. */
    numberOf: (name: string): number => {
      const known = byName.get(name);
      if (known !== undefined) return Number(known.owner);
      forgetEmpty.run();
      return Number(add.get(name)?.owner);
    },
    /**
     * Reduces an owner's data until it is within the limits: removes surplus ended sessions, then the sessions that
     * ended first, then the oldest entries.
     */
    make: (owner: number, keep: StoreLimits): void => {
      const surplus = read(owner).ended - keep.endedSessions;
      if (surplus > 0) dropEnded.run(owner, surplus);
      while (read(owner).bytes > keep.bytes)
        if (dropEnded.run(owner, 1).changes === 0 && !dropOldestEntry(owner)) return;
    },
  };
}
