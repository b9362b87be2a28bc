import { createLinkedList } from '../memory/linked-list.ts';
import type { BufferedEvent, ReadEvents, ReadOptions } from './buffered-event.ts';

/** Remembers what was taken lately, so that a reply that was lost on its way can be given again. */
export interface TakenEventMemory {
  remember(events: readonly BufferedEvent[]): void;
  read(options: ReadOptions): ReadEvents;
}

/** Creates an empty memory. */
export function createTakenEventMemory(bounds: {
  readonly maxEvents: number;
  readonly maxBytes: number;
}): TakenEventMemory {
  const remembered = createLinkedList<BufferedEvent>();
  let bytes = 0;
  let forgottenSeq = 0;

  function forgetOldest(): void {
    while (remembered.size > bounds.maxEvents || bytes > bounds.maxBytes) {
      const oldest = remembered.first;
      if (oldest === undefined) return;
      remembered.remove(oldest);
      bytes -= oldest.value.bytes;
      forgottenSeq = Math.max(forgottenSeq, oldest.value.seq);
    }
  }

  return {
    remember(events) {
      for (const event of events) {
        remembered.append(event);
        bytes += event.bytes;
      }
      forgetOldest();
    },
    read({ after, limit, taskId }) {
      const found: BufferedEvent[] = [];
      for (let node = remembered.first; node !== undefined; node = node.next) {
        const { seq, event } = node.value;
        if (seq > after && (taskId === undefined || event.taskId === taskId)) found.push(node.value);
      }
      // Callers who take one task at a time leave the memory out of order.
      found.sort((a, b) => a.seq - b.seq);
      const events = found.slice(0, limit);
      return { events, complete: forgottenSeq <= after, remaining: found.length - events.length };
    },
  };
}
