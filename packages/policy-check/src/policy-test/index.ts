// Everything here is public API: add with care.

export type {
  PolicyTestCase,
  PolicyTestFile,
  PolicyTestPosition,
  PolicyTestProblem,
} from './policy-test-case.ts';
export { readPolicyTests } from './read-policy-tests.ts';
export {
  listUntestedModes,
  type PolicyTestOptions,
  type PolicyTestResult,
  runPolicyTests,
} from './run-policy-tests.ts';
