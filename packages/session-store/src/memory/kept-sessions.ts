import { estimateBytes } from '@modegate/json';
import type { Dropped, Message, ModeSwitch, RecordedDecision, SessionHead } from '../session.ts';
import type { HistoryAppend, StoreLimits } from '../store.ts';
import { isEndState } from '../task-states.ts';
import { createHistoryMemory, type HistoryMemory, type Trail } from './history-memory.ts';

/** A session in memory. */
export interface Kept extends Trails {
  /** Grows with every insert; a Map keeps its order, so a walk can go on from a position. */
  readonly position: number;
  head: SessionHead;
  headBytes: number;
}

interface Trails {
  readonly messages: Trail<Message>;
  readonly switches: Trail<ModeSwitch>;
  readonly decisions: Trail<RecordedDecision>;
}

/** The sessions, with what they take: sums that every change brings up to date, so that no write counts anything again. */
export function createKeptSessions() {
  const sessions = new Map<string, Kept>();
  // In the order in which they ended.
  const ended = new Map<string, Kept>();
  const history = createHistoryMemory();
  let inserted = 0;
  let headBytes = 0;
  let endedBytes = 0;

  const count = (found: Kept, sign: 1 | -1): void => {
    headBytes += sign * found.headBytes;
    if (isEndState(found.head.task.state)) endedBytes += sign * found.headBytes;
  };
  const note = (found: Kept): void => {
    count(found, 1);
    if (isEndState(found.head.task.state)) ended.set(found.head.id, found);
  };
  const remove = (found: Kept): void => {
    count(found, -1);
    sessions.delete(found.head.id);
    ended.delete(found.head.id);
    for (const trail of [found.messages, found.switches, found.decisions]) trail.clear();
  };
  const removeOldestEnded = (): boolean => {
    const [oldest] = ended.values();
    if (oldest !== undefined) remove(oldest);
    return oldest !== undefined;
  };
  const makeRoom = (keep: StoreLimits): void => {
    while (ended.size > keep.endedSessions) removeOldestEnded();
    while (headBytes + history.bytes > keep.bytes) if (!history.dropOldest() && !removeOldestEnded()) break;
  };

  return {
    get: (id: string): Kept | undefined => sessions.get(id),
    all: (): Iterable<Kept> => sessions.values(),
    count: (): number => sessions.size,
    /** Why a session cannot be held, also when another makes place for it. */
    whyNotAdded(head: SessionHead, keep: StoreLimits, replaced?: Kept): 'full' | 'no-room' | undefined {
      const leavesOpen = replaced !== undefined && !isEndState(replaced.head.task.state);
      if (sessions.size - ended.size - (leavesOpen ? 1 : 0) >= keep.sessions) return 'full';
      const openBytes = headBytes - endedBytes - (leavesOpen ? replaced.headBytes : 0);
      return openBytes + estimateBytes(head) > keep.bytes ? 'no-room' : undefined;
    },
    add(head: SessionHead, dropped?: Dropped): Kept {
      inserted += 1;
      const added = { position: inserted, head, headBytes: estimateBytes(head), ...emptyHistory(history, dropped) };
      sessions.set(head.id, added);
      note(added);
      return added;
    },
    change(found: Kept, head: SessionHead): void {
      count(found, -1);
      found.head = head;
      found.headBytes = estimateBytes(head);
      note(found);
    },
    append(found: Kept, append: HistoryAppend): void {
      appendTo(found, append);
      makeRoom(append.keep);
    },
    remove,
  };
}

function emptyHistory({ createTrail }: HistoryMemory, dropped?: Dropped): Trails {
  return {
    messages: createTrail(dropped?.messages),
    switches: createTrail(dropped?.switches),
    decisions: createTrail(dropped?.decisions),
  };
}

function appendTo(trails: Trails, { keep, messages, switches, decisions }: HistoryAppend): void {
  if (messages !== undefined) trails.messages.append(messages, keep.messages);
  if (switches !== undefined) trails.switches.append(switches, keep.switches);
  if (decisions !== undefined) trails.decisions.append(decisions, keep.decisions);
}
