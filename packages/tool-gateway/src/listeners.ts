/** Those who want to hear of something, in the order in which they came. */
export interface Listeners<Event> {
  /** Adds a listener; returns how to remove it. */
  add(listener: (event: Event) => void): () => void;
  emit(event: Event): void;
}

/** Creates an empty list of listeners. */
export function createListeners<Event>(): Listeners<Event> {
  const all = new Set<(event: Event) => void>();
  return {
    add: (listener) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    emit: (event) => {
      for (const listener of all) listener(event);
    },
  };
}
