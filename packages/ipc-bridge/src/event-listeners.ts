/** EventListeners that are called in the order in which they were added, and that may fail without harm to anything else. */
export interface EventListeners<Values extends readonly unknown[]> {
  /** Adds one; returns what removes it. */
  add(listener: (...values: Values) => void): () => void;
  notify(...values: Values): void;
}

/** Creates an empty list; `onFailed` is called with what a listener threw. */
export function createEventListeners<Values extends readonly unknown[]>(
  onFailed: (error: unknown) => void,
): EventListeners<Values> {
  let listeners: readonly { readonly call: (...values: Values) => void }[] = [];
  return {
    add: (call) => {
      const entry = { call };
      listeners = [...listeners, entry];
      return () => {
        listeners = listeners.filter((other) => other !== entry);
      };
    },
    notify: (...values) => {
      for (const { call } of listeners) {
        try {
          call(...values);
        } catch (error) {
          onFailed(error);
        }
      }
    },
  };
}
