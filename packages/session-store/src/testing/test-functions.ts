import type { Store } from '../store.ts';

/** The test-runner functions that the contract needs; those of vitest and jest are suitable. */
export interface TestFunctions {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly test: (name: string, body: () => Promise<void>) => unknown;
  readonly expect: (actual: unknown) => Expectation;
}

/** The only assertion that the contract uses: deep equality. */
export interface Expectation {
  readonly toEqual: (expected: unknown) => unknown;
}

/** The test functions, with a fresh store for each test. */
export interface StoreTests extends Pick<TestFunctions, 'describe' | 'expect'> {
  readonly test: (name: string, body: (store: Store, other: Store) => Promise<void>) => unknown;
}
