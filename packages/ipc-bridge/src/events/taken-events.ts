import { estimateBytes } from '../memory/estimate-bytes.ts';
import { createLinkedList } from '../memory/linked-list.ts';
import type { BufferedEvent, ReadEvents } from './buffered-event.ts';

/** Remembers what was taken lately, so that a reply that was lost on its way can be given again. */
export interface TakenMemory {
  remember(events: readonly BufferedEvent[]): void;
  read(options: { readonly after: number; readonly limit: number; readonly taskId?: string }): ReadEvents;
}

/** Creates an empty memory. */
export function createTakenMemory(bounds: { readonly maxEvents: number; readonly maxBytes: number }): TakenMemory {
  const remembered = createLinkedList<{ readonly buffered: BufferedEvent; readonly bytes: number }>();
  let bytes = 0;
  let forgottenSeq = 0;

  function forgetOldest(): void {
    while (remembered.size > bounds.maxEvents || bytes > bounds.maxBytes) {
      const oldest = remembered.first;
      if (oldest === undefined) return;
      remembered.remove(oldest);
      bytes -= oldest.value.bytes;
      forgottenSeq = Math.max(forgottenSeq, oldest.value.buffered.seq);
    }
  }

  return {
    remember(events) {
      for (const buffered of events) {
        const entry = { buffered, bytes: estimateBytes(buffered.event.raw) };
        remembered.append(entry);
        bytes += entry.bytes;
      }
      forgetOldest();
    },
    read({ after, limit, taskId }) {
      const found: BufferedEvent[] = [];
      for (let link = remembered.first; link !== undefined; link = link.next) {
        const { buffered } = link.value;
        if (buffered.seq > after && (taskId === undefined || buffered.event.taskId === taskId)) found.push(buffered);
      }
      // Those who take one task at a time leave the memory out of order.
      found.sort((a, b) => a.seq - b.seq);
      const events = found.slice(0, limit);
      return { events, complete: forgottenSeq <= after, remaining: found.length - events.length };
    },
  };
}
