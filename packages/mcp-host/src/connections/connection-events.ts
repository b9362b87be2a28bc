import { createListeners } from '@modegate/timing';
import type { ConnectionsEvent } from '../server/upstream-server.ts';

/**
 * Creates an event queue. Notifications are delivered immediately, so that later responses cannot overtake them. All
 * other events are deduplicated and delivered in a microtask, so that a listener may call any function of the
 * connections.
 *
 * @param onThrow - Receives errors and rejections from listeners; the remaining listeners are still called.
 */
export function createConnectionEvents(onThrow: (error: unknown) => void) {
  const listeners = createListeners<[ConnectionsEvent]>(onThrow);
  let waiting = new Map<string, ConnectionsEvent>();
  const flush = () => {
    if (waiting.size === 0) return;
    const events = waiting;
    waiting = new Map();
    for (const event of events.values()) listeners.emit(event);
  };
  return {
    emit(event: ConnectionsEvent) {
      if (event.type === 'notification') {
        flush();
        listeners.emit(event);
        return;
      }
      if (waiting.size === 0) queueMicrotask(flush);
      waiting.set(JSON.stringify(event), event);
    },
    /** Adds a listener; the returned function removes it. */
    listen: listeners.add,
  };
}
