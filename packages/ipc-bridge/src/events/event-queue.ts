import { estimateBytes } from '@modegate/json';
import type { Dialect } from '../dialect.ts';
import type { AgentEvent } from '../messages/agent-event.ts';
import type { BufferedEvent, TakeOptions, WaitOptions } from './buffered-event.ts';
import { isLasting } from './lasting-event.ts';
import { createTakenEventMemory } from './taken-events.ts';
import { createWaiters } from './waiters.ts';
import { createWaitingEvents, type WaitingEvents } from './waiting-events.ts';

/** An event on its way into a queue. */
export interface Arrival {
  readonly event: AgentEvent;
  readonly seq: number;
  readonly at: number;
  /** Made by the buffer. */
  readonly isSynthetic: boolean;
}

/** One bounded queue. What an operation costs does not depend on the length of the queue. */
export type EventQueue = ReturnType<typeof createEventQueue>;

/** Bounds of an {@link EventQueue}, and what decides whether a piece of a message repeats the one before. */
export interface EventQueueOptions {
  readonly dialect: () => Dialect;
  readonly maxEvents: number;
  readonly maxBytes: number;
  readonly maxTakenEvents: number;
  readonly maxTakenBytes: number;
}

/** Creates an empty queue. */
export function createEventQueue(options: EventQueueOptions) {
  const waiting = createWaitingEvents();
  const takenBefore = createTakenEventMemory({ maxEvents: options.maxTakenEvents, maxBytes: options.maxTakenBytes });
  const waiters = createWaiters();
  const drops = createDropCount();
  const counts = { pushed: 0, taken: 0, coalesced: 0, synthetic: 0 };

  /** Removes the piece that waits under this key; how many pieces it stood for, or 0. */
  function replace(openKey: string): number {
    const piece = waiting.findOpen(openKey);
    if (piece === undefined) return 0;
    waiting.remove(piece);
    counts.coalesced += 1;
    return (piece.buffered.coalesced ?? 0) + 1;
  }

  function trim(): void {
    while (waiting.size > options.maxEvents || waiting.bytes > options.maxBytes) {
      const victim = waiting.oldestToDrop();
      if (victim === undefined) return;
      waiting.remove(victim);
      drops.add(victim.buffered.seq);
    }
  }

  return {
    /** Puts an event in, where it repeats an earlier piece in place of that; then drops until the bounds hold again. */
    add(arrival: Arrival) {
      const { message, taskId } = arrival.event;
      const isOpen = message?.stream === 'open';
      // Most messages never stream, and are spared the name.
      const key = message && (isOpen || waiting.openCount > 0) ? `${message.ts} ${message.taskId}` : undefined;
      const replaced = key !== undefined && options.dialect() !== 'fork' ? replace(key) : 0;
      const buffered = bufferedEvent(arrival, replaced);
      counts.pushed += 1;
      if (buffered.synthetic) counts.synthetic += 1;
      const added = waiting.append(buffered, {
        lasting: isLasting(arrival.event),
        openKey: isOpen ? key : undefined,
      });
      trim();
      if (added.waits) waiters.wake(taskId);
      return buffered;
    },
    take(request: TakeOptions) {
      const events = takeOldest(waiting, request);
      counts.taken += events.length;
      takenBefore.remember(events);
      return { events, remaining: waiting.count(request.taskId), dropped: drops.report() };
    },
    read: takenBefore.read,
    waitFor: ({ taskId, signal }: WaitOptions) =>
      waiting.count(taskId) > 0 ? Promise.resolve() : waiters.wait(taskId, signal),
    get counters() {
      const { pushed, taken, coalesced, synthetic } = counts;
      const { size: held, bytes: heldBytes } = waiting;
      return { pushed, taken, held, heldBytes, dropped: drops.total, coalesced, synthetic };
    },
  };
}

function bufferedEvent({ event, seq, at, isSynthetic }: Arrival, replaced: number): BufferedEvent {
  const buffered = { seq, at, event, bytes: estimateBytes(event.raw) };
  // Nearly every event is such a one, and spreads cost.
  if (!isSynthetic && replaced === 0) return buffered;
  return {
    ...buffered,
    ...(isSynthetic && { synthetic: true as const }),
    ...(replaced > 0 && { coalesced: replaced }),
  };
}

function takeOldest(waiting: WaitingEvents, { limit, maxBytes, taskId }: TakeOptions): readonly BufferedEvent[] {
  const events: BufferedEvent[] = [];
  let bytes = 0;
  while (events.length < limit && bytes < (maxBytes ?? Number.POSITIVE_INFINITY)) {
    const oldest = waiting.oldest(taskId);
    if (oldest === undefined) break;
    waiting.remove(oldest);
    events.push(oldest.buffered);
    bytes += oldest.buffered.bytes;
  }
  return events;
}

function createDropCount() {
  let total = 0;
  let count = 0;
  let firstSeq = Number.POSITIVE_INFINITY;
  let lastSeq = 0;
  return {
    get total() {
      return total;
    },
    add(seq: number) {
      total += 1;
      count += 1;
      firstSeq = Math.min(firstSeq, seq);
      lastSeq = Math.max(lastSeq, seq);
    },
    /** What came since the last report. */
    report() {
      const any = count > 0;
      const report = { count, firstSeq: any ? firstSeq : undefined, lastSeq: any ? lastSeq : undefined, total };
      [count, firstSeq, lastSeq] = [0, Number.POSITIVE_INFINITY, 0];
      return report;
    },
  };
}
