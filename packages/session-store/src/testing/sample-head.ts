import type { SessionHead, TaskHead } from '../session.ts';
import type { StoreLimits } from '../store.ts';

/** Creates a valid head for tests of stores: created and last used at 1,000, expiring at 2,000. */
export function sampleHead(id: string, changes: Partial<SessionHead> = {}, task: Partial<TaskHead> = {}): SessionHead {
  return {
    format: 1,
    id,
    version: 1,
    createdAt: 1_000,
    lastAccessedAt: 1_000,
    expiresAt: 2_000,
    ...changes,
    task: {
      id: `task_of_${id}`,
      mode: 'code',
      state: 'pending',
      depth: 0,
      childSessionIds: [],
      childCount: 0,
      openChildren: [],
      createdAt: 1_000,
      updatedAt: 1_000,
      ...task,
    },
  };
}

/** Limits for tests of stores: three entries per list; all other limits are generous. */
export const sampleKeep: StoreLimits = {
  messages: 3,
  switches: 3,
  decisions: 3,
  owners: 1_000,
  sessions: 1_000,
  endedSessions: 1_000,
  bytes: 10_000_000,
};
