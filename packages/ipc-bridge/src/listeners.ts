/** Listeners that are called in the order in which they were added, and that may fail without harm to anything else. */
export interface Listeners<Values extends readonly unknown[]> {
  /** Adds one; returns what removes it. */
  add(listener: (...values: Values) => void): () => void;
  tell(...values: Values): void;
}

/** Creates an empty list; `onFailed` is called with what a listener threw. */
export function createListeners<Values extends readonly unknown[]>(
  onFailed: (error: unknown) => void,
): Listeners<Values> {
  let listeners: readonly { readonly call: (...values: Values) => void }[] = [];
  return {
    add: (call) => {
      const entry = { call };
      listeners = [...listeners, entry];
      return () => {
        listeners = listeners.filter((other) => other !== entry);
      };
    },
    tell: (...values) => {
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
