import type { DatabaseSync } from 'node:sqlite';
import type { StoreLimits } from '../store.ts';

interface Totals {
  readonly open: number;
  readonly ended: number;
  readonly open_bytes: number;
  readonly bytes: number;
}

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
    /** Why one more session with a head of that size cannot be held. */
    whyNotAdded: (headBytes: number, keep: StoreLimits): 'full' | 'no-room' | undefined => {
      const { open, open_bytes } = read();
      if (open >= keep.sessions) return 'full';
      return open_bytes + headBytes > keep.bytes ? 'no-room' : undefined;
    },
    /** Removes what is too much: surplus ended sessions, then the oldest entries, then the sessions that ended first. */
    make: (keep: StoreLimits): void => {
      const surplus = read().ended - keep.endedSessions;
      if (surplus > 0) dropEnded.run(surplus);
      while (read().bytes > keep.bytes) if (!dropOldestEntry() && dropEnded.run(1).changes === 0) return;
    },
  };
}
