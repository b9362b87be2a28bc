import { estimateBytes } from '@modegate/json';
import type { Dropped, SessionHead } from '../session.ts';
import type { HistoryAppend, Insertion, StoreLimits } from '../store.ts';
import { frozenCopy } from '../values/json-copy.ts';
import { createOwnerRoom, type Kept, type OwnerRoom, type Trails } from './owner-room.ts';

/** The sessions, each in the room of its owner. */
export function createKeptSessions() {
  const sessions = new Map<string, Kept>();
  const rooms = new Map<string | undefined, OwnerRoom>();
  let inserted = 0;

  const remove = (found: Kept): void => {
    const { room, head } = found;
    room.leave(found);
    room.forget(found);
    sessions.delete(head.id);
    for (const trail of [found.messages, found.switches, found.decisions]) trail.clear();
    if (room.isEmpty && rooms.get(head.owner) === room) rooms.delete(head.owner);
  };

  return {
    get: (id: string): Kept | undefined => sessions.get(id),
    all: (): Iterable<Kept> => sessions.values(),
    count: (): number => sessions.size,
    /** Why a session cannot be held, also when another makes place for it. */
    whyNotAdded(
      head: SessionHead,
      keep: StoreLimits,
      replaced?: Kept,
    ): Exclude<Insertion, 'inserted' | 'taken'> | undefined {
      const room = rooms.get(head.owner);
      if (room === undefined && rooms.size >= keep.owners) return 'crowded';
      return (room ?? createOwnerRoom()).whyNotAdded(head, keep, replaced?.room === room ? replaced : undefined);
    },
    add(head: SessionHead, dropped?: Dropped): Kept {
      inserted += 1;
      const room = rooms.get(head.owner) ?? createOwnerRoom();
      rooms.set(head.owner, room);
      const added = { position: inserted, room, head, headBytes: estimateBytes(head), ...emptyHistory(room, dropped) };
      sessions.set(head.id, added);
      room.enter(added);
      return added;
    },
    change(found: Kept, head: SessionHead): void {
      found.room.leave(found);
      found.head = head;
      found.headBytes = estimateBytes(head);
      found.room.enter(found);
    },
    append(found: Kept, append: HistoryAppend): void {
      appendTo(found, append);
      found.room.make(append.keep, remove);
    },
    remove,
  };
}

function emptyHistory({ said, decided }: OwnerRoom, dropped?: Dropped): Trails {
  return {
    messages: said.createTrail(dropped?.messages),
    switches: said.createTrail(dropped?.switches),
    decisions: decided.createTrail(dropped?.decisions),
  };
}

function appendTo(trails: Trails, { keep, messages, switches, decisions }: HistoryAppend): void {
  if (messages !== undefined) trails.messages.append(frozenCopy(messages), keep.messages);
  if (switches !== undefined) trails.switches.append(frozenCopy(switches), keep.switches);
  if (decisions !== undefined) trails.decisions.append(frozenCopy(decisions), keep.decisions);
}
