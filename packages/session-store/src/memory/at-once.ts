import type { SessionHead } from '../session.ts';
import type { Access, HistoryAppend, Store } from '../store.ts';

/** What a store in memory does in one step, as its members of these names do it. What is appended is kept without a copy, so the caller must not change it. */
export interface StoreAtOnce {
  readonly head: (id: string) => SessionHead | undefined;
  readonly touch: (id: string, access: Access, append?: HistoryAppend) => SessionHead | undefined;
}

// Not a member of the store: one that is built around it, with methods of its own, must not be passed by.
const known = new WeakMap<Store, StoreAtOnce>();

/** The store, of which {@link atOnceOf} knows from now on what it does in one step. */
export function withAtOnce(store: Store, atOnce: StoreAtOnce): Store {
  known.set(store, atOnce);
  return store;
}

/** What this very store does in one step; undefined when its reading and writing take time. */
export function atOnceOf(store: Store): StoreAtOnce | undefined {
  return known.get(store);
}
