import { createLinkedList, type Link, type LinkedList } from '../memory/linked-list.ts';
import type { BufferedEvent, DropReport, QueueCounters, TakenEvents } from './buffered-event.ts';

/** What a queue is told about an event beside the event itself. */
export interface QueueEntry {
  readonly buffered: BufferedEvent;
  readonly bytes: number;
  /** Dropped only when everything else is gone. */
  readonly lasting: boolean;
  /** Names a message while it streams: a later event may replace this one under that name. */
  readonly openKey: string | undefined;
}

/** One bounded queue. What an operation costs does not depend on the length of the queue. */
export interface EventQueue {
  /** Appends, then drops until the bounds hold again; false when the event itself had to go. */
  append(entry: QueueEntry): boolean;
  /** Removes the event that waits under this key, because the next one holds all of it; how many pieces it stood for, or 0. */
  replace(openKey: string): number;
  take(options: { readonly limit: number; readonly taskId?: string }): TakenEvents;
  /** Whether there is something to take, of this task when one is given. */
  has(taskId: string | undefined): boolean;
  readonly counters: QueueCounters;
}

/** Creates an empty queue. */
export function createEventQueue(bounds: { readonly maxEvents: number; readonly maxBytes: number }): EventQueue {
  const held = createHeldEvents();
  const drops = createDropCount();
  let pushed = 0;
  let taken = 0;
  let coalesced = 0;
  let synthetic = 0;

  function trim(): void {
    while (held.size > bounds.maxEvents || held.bytes > bounds.maxBytes) {
      const victim = held.oldestToDrop();
      if (victim === undefined) return;
      held.remove(victim);
      drops.add(victim.entry.buffered.seq);
    }
  }

  return {
    append(entry) {
      pushed += 1;
      if (entry.buffered.synthetic === true) synthetic += 1;
      const slot = held.append(entry);
      trim();
      return slot.held;
    },
    replace(openKey) {
      const slot = held.findOpen(openKey);
      if (slot === undefined) return 0;
      held.remove(slot);
      coalesced += 1;
      return (slot.entry.buffered.coalesced ?? 0) + 1;
    },
    take({ limit, taskId }) {
      const events: BufferedEvent[] = [];
      while (events.length < limit) {
        const slot = held.oldest(taskId);
        if (slot === undefined) break;
        held.remove(slot);
        events.push(slot.entry.buffered);
      }
      taken += events.length;
      return { events, remaining: held.count(taskId), dropped: drops.report() };
    },
    has: (taskId) => held.count(taskId) > 0,
    get counters() {
      return { pushed, taken, held: held.size, heldBytes: held.bytes, dropped: drops.total, coalesced, synthetic };
    },
  };
}

/** An event in the queue, and its place in each list that it is in. */
interface Slot {
  readonly entry: QueueEntry;
  held: boolean;
  inOrder?: Link<Slot>;
  inChatter?: Link<Slot>;
  inTask?: Link<Slot>;
}

interface HeldEvents {
  readonly size: number;
  readonly bytes: number;
  append(entry: QueueEntry): Slot;
  remove(slot: Slot): void;
  oldest(taskId: string | undefined): Slot | undefined;
  /** The oldest that is not lasting; the oldest of all when there is none such. */
  oldestToDrop(): Slot | undefined;
  count(taskId: string | undefined): number;
  findOpen(openKey: string): Slot | undefined;
}

/** The events that wait, in three orders at once: of arrival, of what may be dropped, of each task. */
function createHeldEvents(): HeldEvents {
  const order = createLinkedList<Slot>();
  const chatter = createLinkedList<Slot>();
  const tasks = new Map<string, LinkedList<Slot>>();
  const open = new Map<string, Slot>();
  let bytes = 0;

  function joinTask(slot: Slot): void {
    const { taskId } = slot.entry.buffered.event;
    if (taskId === undefined) return;
    const list = tasks.get(taskId) ?? createLinkedList<Slot>();
    tasks.set(taskId, list);
    slot.inTask = list.append(slot);
  }

  function leaveTask(slot: Slot): void {
    const { taskId } = slot.entry.buffered.event;
    const list = taskId === undefined ? undefined : tasks.get(taskId);
    if (list === undefined || taskId === undefined || slot.inTask === undefined) return;
    list.remove(slot.inTask);
    if (list.size === 0) tasks.delete(taskId);
  }

  const listOf = (taskId: string | undefined) => (taskId === undefined ? order : tasks.get(taskId));

  return {
    get size() {
      return order.size;
    },
    get bytes() {
      return bytes;
    },
    append(entry) {
      const slot: Slot = { entry, held: true };
      slot.inOrder = order.append(slot);
      if (!entry.lasting) slot.inChatter = chatter.append(slot);
      if (entry.openKey !== undefined) open.set(entry.openKey, slot);
      joinTask(slot);
      bytes += entry.bytes;
      return slot;
    },
    remove(slot) {
      const { openKey } = slot.entry;
      if (slot.inOrder !== undefined) order.remove(slot.inOrder);
      if (slot.inChatter !== undefined) chatter.remove(slot.inChatter);
      if (openKey !== undefined && open.get(openKey) === slot) open.delete(openKey);
      leaveTask(slot);
      bytes -= slot.entry.bytes;
      slot.held = false;
    },
    oldest: (taskId) => listOf(taskId)?.first?.value,
    oldestToDrop: () => (chatter.first ?? order.first)?.value,
    count: (taskId) => listOf(taskId)?.size ?? 0,
    findOpen: (openKey) => open.get(openKey),
  };
}

interface DropCount {
  readonly total: number;
  add(seq: number): void;
  /** What came since the last report. */
  report(): DropReport;
}

function createDropCount(): DropCount {
  let total = 0;
  let count = 0;
  let firstSeq = Number.POSITIVE_INFINITY;
  let lastSeq = 0;
  return {
    get total() {
      return total;
    },
    add(seq) {
      total += 1;
      count += 1;
      firstSeq = Math.min(firstSeq, seq);
      lastSeq = Math.max(lastSeq, seq);
    },
    report() {
      const any = count > 0;
      const report = { count, firstSeq: any ? firstSeq : undefined, lastSeq: any ? lastSeq : undefined, total };
      [count, firstSeq, lastSeq] = [0, Number.POSITIVE_INFINITY, 0];
      return report;
    },
  };
}
