import { createListeners } from '@modegate/timing';
import type { ConnectionsEvent } from '../server/upstream-server.ts';

/** Tells listeners what happened. */
export interface ConnectionEvents {
  readonly emit: (event: ConnectionsEvent) => void;
  /** Adds a listener; what it returns takes it away. */
  readonly listen: (listener: (event: ConnectionsEvent) => void) => () => void;
}

/**
 * Makes a queue in which notifications are delivered at once, since answers that came later must not overtake them, and everything else
 * after the present work is done and once however often it was said: so that a listener may do anything to the connections.
 *
 * @param onThrow - Gets what a listener threw or its promise was rejected with; the other listeners are called anyway.
 */
export function createConnectionEvents(onThrow: (error: unknown) => void): ConnectionEvents {
  const listeners = createListeners<[ConnectionsEvent]>(onThrow);
  let waiting = new Map<string, ConnectionsEvent>();
  const flush = () => {
    if (waiting.size === 0) return;
    const events = waiting;
    waiting = new Map();
    for (const event of events.values()) listeners.emit(event);
  };
  return {
    emit(event) {
      if (event.type === 'notification') {
        flush();
        listeners.emit(event);
        return;
      }
      if (waiting.size === 0) queueMicrotask(flush);
      waiting.set(JSON.stringify(event), event);
    },
    listen: listeners.add,
  };
}
