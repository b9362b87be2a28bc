import type { ConnectionsEvent } from '../server/upstream-server.ts';

/** Tells listeners what happened. */
export interface EventQueue {
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
export function createEventQueue(onThrow: (error: unknown) => void): EventQueue {
  const listeners = new Set<{ readonly call: (event: ConnectionsEvent) => void }>();
  let waiting = new Map<string, ConnectionsEvent>();
  const tell = (event: ConnectionsEvent) => {
    for (const listener of listeners) {
      callSafely(() => listener.call(event), onThrow);
    }
  };
  const flush = () => {
    if (waiting.size === 0) return;
    const events = waiting;
    waiting = new Map();
    for (const event of events.values()) tell(event);
  };
  return {
    emit(event) {
      if (event.type === 'notification') {
        flush();
        tell(event);
        return;
      }
      if (waiting.size === 0) queueMicrotask(flush);
      waiting.set(JSON.stringify(event), event);
    },
    listen(call) {
      const listener = { call };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function callSafely(call: () => unknown, onThrow: (error: unknown) => void): void {
  try {
    const returned = call();
    // A listener may be an async function, whatever its type says.
    if (returned instanceof Promise) returned.catch(onThrow);
  } catch (error) {
    onThrow(error);
  }
}
