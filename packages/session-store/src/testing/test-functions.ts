import type { Store } from '../store.ts';

/** The test runner's functions that the contract needs; the functions of vitest and jest are suitable. */
export interface TestFunctions {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly test: (name: string, body: () => Promise<void>) => unknown;
  readonly expect: (actual: unknown) => Expectation;
}

/** The only assertion of the contract: deep equality. */
export interface Expectation {
  readonly toEqual: (expected: unknown) => unknown;
}

/** Runs the body of a test with a fresh store. */
export type WithStore = (body: (store: Store, other: Store) => Promise<void>) => () => Promise<void>;
