/** Listeners, called in the order in which they were added. */
export interface Listeners<Values extends readonly unknown[]> {
  /** Adds a listener; the returned function removes the listener. */
  add(listener: (...values: Values) => unknown): () => void;
  emit(...values: Values): void;
}

/**
 * Creates an empty list of listeners.
 *
 * @param onFailed - Called if a listener throws or rejects, so that the other listeners are still called. Default:
 * `emit` throws the error.
 */
export function createListeners<Values extends readonly unknown[]>(
  onFailed?: (error: unknown) => void,
): Listeners<Values> {
  let listeners: readonly { readonly call: (...values: Values) => unknown }[] = [];
  return {
    add: (call) => {
      const entry = { call };
      listeners = [...listeners, entry];
      return () => {
        listeners = listeners.filter((other) => other !== entry);
      };
    },
    emit: (...values) => {
      for (const { call } of listeners) {
        if (onFailed === undefined) call(...values);
        else callSafely(() => call(...values), onFailed);
      }
    },
  };
}

function callSafely(call: () => unknown, onFailed: (error: unknown) => void): void {
  try {
    const returned = call();
    // Listeners may be async functions, although the type does not say so.
    if (returned instanceof Promise) returned.catch(onFailed);
  } catch (error) {
    onFailed(error);
  }
}
