import type { Store } from '../store.ts';

/** The functions of the test runner that the contract needs; vitest's and jest's fit. */
export interface TestFunctions {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly test: (name: string, body: () => Promise<void>) => unknown;
  readonly expect: (actual: unknown) => Expectation;
}

/** The one comparison that the contract uses: deep equality. */
export interface Expectation {
  readonly toEqual: (expected: unknown) => unknown;
}

/** Runs the body of a test with a fresh store. */
export type WithStore = (body: (store: Store, other: Store) => Promise<void>) => () => Promise<void>;
