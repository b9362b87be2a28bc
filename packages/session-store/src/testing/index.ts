export { describeStore, type StoreUnderTest } from './describe-store.ts';
export type { Expectation, TestFunctions } from './test-functions.ts';
