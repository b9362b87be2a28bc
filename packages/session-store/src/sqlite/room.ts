import type { DatabaseSync } from 'node:sqlite';
import { type Addition, type Totals, whyNotAdded } from '../sql/totals.ts';
import type { StoreLimits } from '../store.ts';

/** Keeps a store within its limits; every call is a step of a transaction. */
export function createRoom(database: DatabaseSync, dropOldestEntry: () => boolean) {
  const totals = database.prepare('SELECT * FROM totals');
  const read = () => totals.get() as unknown as Totals;
  const dropEnded = database.prepare(`
    DELETE FROM sessions WHERE position IN
      (SELECT position FROM sessions WHERE ended_order IS NOT NULL ORDER BY ended_order LIMIT ?)`);
  return {
    count: () => {
      const { open, ended } = read();
      return open + ended;
    },
    whyNotAdded: (added: Addition, keep: StoreLimits) => whyNotAdded(read(), added, keep),
    /** Removes what is too much: surplus ended sessions, then the oldest entries, then the sessions that ended first. */
    make: (keep: StoreLimits): void => {
      const surplus = read().ended - keep.endedSessions;
      if (surplus > 0) dropEnded.run(surplus);
      while (read().bytes > keep.bytes) if (!dropOldestEntry() && dropEnded.run(1).changes === 0) return;
    },
  };
}
