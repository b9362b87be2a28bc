import type { BufferedEvent } from '@modegate/ipc-bridge';
import { viewEvent } from '../events/event-view.ts';

/** The latest events from one queue, for readers that must not remove events from it. */
export type RecentEvents = ReturnType<typeof createRecentEvents>;

const maxEvents = 100;
const maxEventLength = 64 * 1024;

/**
 * Creates an empty list. It stores events as JSON text, so the size of the list is known; for an event that is too
 * long, only the name is stored.
 */
export function createRecentEvents() {
  const texts: string[] = [];
  return {
    add: (event: BufferedEvent) => {
      const text = JSON.stringify(viewEvent(event));
      texts.push(text.length <= maxEventLength ? text : JSON.stringify(stubOf(event, text.length)));
      if (texts.length > maxEvents) texts.shift();
    },
    /** Returns the events as JSON, oldest first. */
    toJson: () => `{"events":[${texts.join(',')}]}`,
  };
}

function stubOf({ event, seq, at }: BufferedEvent, length: number): object {
  return {
    eventName: event.eventName,
    seq,
    receivedAt: at,
    omitted: `The event is ${length} characters long. Poll for events to read it.`,
  };
}
