import { estimateBytes } from '@modegate/json';
import type { Message, ModeSwitch, RecordedDecision, SessionHead } from '../session.ts';
import type { StoreLimits } from '../store.ts';
import { isEndState } from '../task-states.ts';
import { createHistoryMemory, type Trail } from './history-memory.ts';

/** A session in memory. */
export interface Kept extends Trails {
  /** Grows with every insert; a Map keeps its order, so a walk can go on from a position. */
  readonly position: number;
  /** That of its owner. */
  readonly room: OwnerRoom;
  head: SessionHead;
  headBytes: number;
}

/** What was said and decided in a session. */
export interface Trails {
  readonly messages: Trail<Message>;
  readonly switches: Trail<ModeSwitch>;
  readonly decisions: Trail<RecordedDecision>;
}

/** What one owner's sessions take: sums that every change brings up to date, so that no write counts anything again. */
export type OwnerRoom = ReturnType<typeof createOwnerRoom>;

/** The room of an owner without a session. */
export function createOwnerRoom() {
  // In the order in which they ended.
  const ended = new Map<string, Kept>();
  const said = createHistoryMemory();
  const decided = createHistoryMemory();
  let sessions = 0;
  let headBytes = 0;
  let endedBytes = 0;
  const count = ({ head, headBytes: bytes }: Kept, sign: 1 | -1): void => {
    sessions += sign;
    headBytes += sign * bytes;
    if (isEndState(head.task.state)) endedBytes += sign * bytes;
  };
  return {
    get isEmpty(): boolean {
      return sessions === 0;
    },
    /** Messages and mode switches, and apart from them decisions, which leave last. */
    said,
    decided,
    enter: (kept: Kept): void => {
      count(kept, 1);
      if (isEndState(kept.head.task.state)) ended.set(kept.head.id, kept);
    },
    /** Before a session or its head changes; its place among the ended ones stays. */
    leave: (kept: Kept): void => count(kept, -1),
    forget: (kept: Kept): void => void ended.delete(kept.head.id),
    /** Why a session cannot be held, also when another of this owner makes place for it. */
    whyNotAdded(head: SessionHead, keep: StoreLimits, replaced?: Kept): 'full' | 'no-room' | undefined {
      const leavesOpen = replaced !== undefined && !isEndState(replaced.head.task.state);
      if (sessions - ended.size - (leavesOpen ? 1 : 0) >= keep.sessions) return 'full';
      const openBytes = headBytes - endedBytes - (leavesOpen ? replaced.headBytes : 0);
      return openBytes + estimateBytes(head) > keep.bytes ? 'no-room' : undefined;
    },
    /** What is too much: surplus ended sessions, then those that ended first, then what was said first, then the first decisions. */
    make(keep: StoreLimits, remove: (kept: Kept) => void): void {
      const removeOldestEnded = (): boolean => {
        const [oldest] = ended.values();
        if (oldest !== undefined) remove(oldest);
        return oldest !== undefined;
      };
      while (ended.size > keep.endedSessions) removeOldestEnded();
      while (headBytes + said.bytes + decided.bytes > keep.bytes)
        if (!removeOldestEnded() && !said.dropOldest() && !decided.dropOldest()) return;
    },
  };
}
