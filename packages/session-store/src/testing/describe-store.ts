import type { Store } from '../store.ts';
import { describeConcurrency } from './describe-concurrency.ts';
import { describeHistory } from './describe-history.ts';
import { describeStoreLimits } from './describe-limits.ts';
import { describeRecords } from './describe-records.ts';
import { describeRestored } from './describe-restored.ts';
import { describeWalks } from './describe-walks.ts';
import type { StoreTests, TestFunctions } from './test-functions.ts';

/** A fresh, empty store for one test. */
export interface StoreUnderTest {
  readonly store: Store;
  /** Another handle on the same data, such as a second process would have. Default: the same handle. */
  readonly other?: Store;
  /** Called after the test, whether it passed or failed. */
  readonly close?: () => Promise<void>;
}

/**
 * Runs the contract of a `Store` as tests; every implementation runs these tests.
 *
 * @example describeStore('memory', () => ({ store: createMemoryStore() }), { describe, test, expect });
 */
export function describeStore(
  name: string,
  newStore: () => StoreUnderTest | Promise<StoreUnderTest>,
  { describe, test, expect }: TestFunctions,
): void {
  const withStore: StoreTests['test'] = (title, body) =>
    test(title, async () => {
      const { store, other = store, close } = await newStore();
      try {
        await body(store, other);
      } finally {
        await close?.();
      }
    });
  const tests = { describe, test: withStore, expect };
  describe(`store contract: ${name}`, () => {
    describeRecords(tests);
    describeRestored(tests);
    describeHistory(tests);
    describeStoreLimits(tests);
    describeWalks(tests);
    describeConcurrency(tests);
  });
}
