import { estimateBytes } from '@modegate/json';
import type { Dialect } from '../dialect.ts';
import type { BufferedEvent, TakeOptions, WaitOptions } from './buffered-event.ts';
import { isFinalEvent } from './final-event.ts';
import { createQueuedEvents, type QueuedEvents } from './queued-events.ts';
import { createTakenEventMemory } from './taken-events.ts';
import { createWaiters } from './waiters.ts';

/** An event to be queued. */
export interface IncomingEvent extends Pick<BufferedEvent, 'event' | 'seq' | 'at'> {
  /** True if the buffer itself created the event. */
  readonly isSynthetic: boolean;
}

/** Bounds and dialect for a queue; the dialect determines whether a piece of a message repeats the previous piece. */
export interface BoundedQueueOptions {
  readonly dialect: () => Dialect;
  readonly maxEvents: number;
  readonly maxBytes: number;
  readonly maxTakenEvents: number;
  readonly maxTakenBytes: number;
}

/** Creates an empty queue. */
export function createBoundedQueue(options: BoundedQueueOptions) {
  const queued = createQueuedEvents();
  const takenBefore = createTakenEventMemory({ maxEvents: options.maxTakenEvents, maxBytes: options.maxTakenBytes });
  const waiters = createWaiters();
  const drops = createDropCount();
  const counts = { pushed: 0, taken: 0, coalesced: 0, synthetic: 0 };

  /** Removes the piece queued under this key; returns the number of pieces it represented, or 0. */
  function replace(openKey: string): number {
    const piece = queued.findOpen(openKey);
    if (piece === undefined) return 0;
    queued.remove(piece);
    counts.coalesced += 1;
    return (piece.buffered.coalesced ?? 0) + 1;
  }

  function trim(): void {
    while (queued.size > options.maxEvents || queued.bytes > options.maxBytes) {
      const victim = queued.oldestToDrop();
      if (victim === undefined) return;
      queued.remove(victim);
      drops.add(victim.buffered.seq);
    }
  }

  return {
    /**
     * Adds an event in place of an earlier piece that it repeats, and drops events until the queue is within its
     * bounds.
     */
    add(arrival: IncomingEvent) {
      const { message, taskId } = arrival.event;
      const isOpen = message?.stream === 'open';
      // Most messages are never streamed and need no key.
      const key = message && (isOpen || queued.openCount > 0) ? `${message.ts} ${message.taskId}` : undefined;
      const replaced = key !== undefined && options.dialect() !== 'fork' ? replace(key) : 0;
      const buffered = bufferedEvent(arrival, replaced);
      counts.pushed += 1;
      if (buffered.synthetic) counts.synthetic += 1;
      const added = queued.append(buffered, {
        isFinal: isFinalEvent(arrival.event),
        openKey: isOpen ? key : undefined,
      });
      trim();
      if (added.isQueued) waiters.wake(taskId);
      return buffered;
    },
    take(request: TakeOptions) {
      const events = takeOldest(queued, request);
      counts.taken += events.length;
      takenBefore.remember(events);
      return { events, remaining: queued.count(request.taskId), dropped: drops.report() };
    },
    read: takenBefore.read,
    waitFor: ({ taskId, signal }: WaitOptions) =>
      queued.count(taskId) > 0 ? Promise.resolve() : waiters.wait(taskId, signal),
    get counters() {
      const { pushed, taken, coalesced, synthetic } = counts;
      const { size: held, bytes: heldBytes } = queued;
      return { pushed, taken, held, heldBytes, dropped: drops.total, coalesced, synthetic };
    },
  };
}

function bufferedEvent({ event, seq, at, isSynthetic }: IncomingEvent, replaced: number): BufferedEvent {
  return {
    seq,
    at,
    event,
    bytes: estimateBytes(event.raw),
    ...(isSynthetic && { synthetic: true }),
    ...(replaced > 0 && { coalesced: replaced }),
  };
}

function takeOldest(queued: QueuedEvents, { limit, maxBytes, taskId }: TakeOptions): readonly BufferedEvent[] {
  const events: BufferedEvent[] = [];
  let bytes = 0;
  while (events.length < limit && bytes < (maxBytes ?? Number.POSITIVE_INFINITY)) {
    const oldest = queued.oldest(taskId);
    if (oldest === undefined) break;
    queued.remove(oldest);
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
    /** Returns a report on the events dropped since the last report. */
    report() {
      const any = count > 0;
      const report = { count, firstSeq: any ? firstSeq : undefined, lastSeq: any ? lastSeq : undefined, total };
      [count, firstSeq, lastSeq] = [0, Number.POSITIVE_INFINITY, 0];
      return report;
    },
  };
}
