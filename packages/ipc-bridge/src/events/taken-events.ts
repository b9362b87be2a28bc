import type { BufferedEvent, ReadOptions } from './buffered-event.ts';

/** Creates an empty store for recently taken events, so that a lost reply can be repeated. */
export function createTakenEventMemory(bounds: { readonly maxEvents: number; readonly maxBytes: number }) {
  let remembered: (BufferedEvent | undefined)[] = [];
  // The slots before `head` are empty; they are removed once they make up half of the list, so that events are rarely
  // moved.
  let head = 0;
  let bytes = 0;
  let forgottenSeq = 0;

  function forgetOldest(): void {
    for (; remembered.length - head > bounds.maxEvents || bytes > bounds.maxBytes; head++) {
      const oldest = remembered[head];
      if (oldest === undefined) break;
      remembered[head] = undefined;
      bytes -= oldest.bytes;
      forgottenSeq = Math.max(forgottenSeq, oldest.seq);
    }
    if (head * 2 <= remembered.length) return;
    remembered = remembered.slice(head);
    head = 0;
  }

  return {
    remember(events: readonly BufferedEvent[]) {
      for (const event of events) {
        remembered.push(event);
        bytes += event.bytes;
      }
      forgetOldest();
    },
    read({ after, limit, taskId }: ReadOptions) {
      const found = remembered
        .slice(head)
        .filter((event) => event !== undefined)
        .filter(({ seq, event }) => seq > after && (taskId === undefined || event.taskId === taskId));
      // Callers that take events for one task at a time leave gaps in the sequence.
      found.sort((a, b) => a.seq - b.seq);
      const events = found.slice(0, limit);
      return { events, complete: forgottenSeq <= after, remaining: found.length - events.length };
    },
  };
}
