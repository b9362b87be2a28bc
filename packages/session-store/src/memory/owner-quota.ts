import { estimateBytes } from '@modegate/json';
import type { Message, ModeSwitch, RecordedDecision, SessionHead } from '../session.ts';
import type { StoreLimits } from '../store.ts';
import { isEndState } from '../task-states.ts';
import { createHistoryMemory, type EntryList } from './history-memory.ts';

/** A session in memory. */
export interface MemorySession extends SessionLists {
  /** Increases with every insertion; a Map preserves its order, so a traversal can resume from a position. */
  readonly position: number;
  /** Quota of the session's owner. */
  readonly quota: OwnerQuota;
  head: SessionHead;
  headBytes: number;
}

/** History of a session. */
export interface SessionLists {
  readonly messages: EntryList<Message>;
  readonly switches: EntryList<ModeSwitch>;
  readonly decisions: EntryList<RecordedDecision>;
}

/** Totals of one owner's sessions, updated by every change, so that no write needs to count them. */
export type OwnerQuota = ReturnType<typeof createOwnerQuota>;

/** Creates the quota for an owner without sessions. */
export function createOwnerQuota() {
  // Ended sessions, in the order in which they ended.
  const ended = new Map<string, MemorySession>();
  const conversation = createHistoryMemory();
  const decisions = createHistoryMemory();
  let sessions = 0;
  let headBytes = 0;
  let endedBytes = 0;
  const count = ({ head, headBytes: bytes }: MemorySession, sign: 1 | -1): void => {
    sessions += sign;
    headBytes += sign * bytes;
    if (isEndState(head.task.state)) endedBytes += sign * bytes;
  };
  return {
    get isEmpty(): boolean {
      return sessions === 0;
    },
    /** Messages and mode switches; decisions are stored separately, because they are dropped last. */
    conversation,
    decisions,
    enter: (kept: MemorySession): void => {
      count(kept, 1);
      if (isEndState(kept.head.task.state)) ended.set(kept.head.id, kept);
    },
    /**
     * Must be called before a session or its head changes; the session retains its position among the ended sessions.
     */
    leave: (kept: MemorySession): void => count(kept, -1),
    forget: (kept: MemorySession): void => void ended.delete(kept.head.id),
    /** Returns the reason why a session cannot be added, even as a replacement for another session of this owner. */
    findInsertRefusal(head: SessionHead, keep: StoreLimits, replaced?: MemorySession): 'full' | 'no-room' | undefined {
      const leavesOpen = replaced !== undefined && !isEndState(replaced.head.task.state);
      if (sessions - ended.size - (leavesOpen ? 1 : 0) >= keep.sessions) return 'full';
      const openBytes = headBytes - endedBytes - (leavesOpen ? replaced.headBytes : 0);
      return openBytes + estimateBytes(head) > keep.bytes ? 'no-room' : undefined;
    },
    /**
     * Removes whatever exceeds the limits: first surplus ended sessions, then the sessions that ended first, then the
     * oldest conversation entries, then the oldest decisions.
     */
    make(keep: StoreLimits, remove: (kept: MemorySession) => void): void {
      const removeOldestEnded = (): boolean => {
        const [oldest] = ended.values();
        if (oldest !== undefined) remove(oldest);
        return oldest !== undefined;
      };
      while (ended.size > keep.endedSessions) removeOldestEnded();
      while (headBytes + conversation.bytes + decisions.bytes > keep.bytes)
        if (!removeOldestEnded() && !conversation.dropOldest() && !decisions.dropOldest()) return;
    },
  };
}
