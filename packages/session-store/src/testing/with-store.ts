import type { Store } from '../store.ts';

/** Runs the body of a test with a fresh store. */
export type WithStore = (body: (store: Store, other: Store) => Promise<void>) => () => Promise<void>;
