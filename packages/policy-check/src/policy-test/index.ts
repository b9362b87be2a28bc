// Everything here is public API: add with care.

export { judgeProfileTest, type ProfileTestAnswer, type ProfileTestResult } from './judge-profile-test.ts';
export type {
  PolicyTestCase,
  PolicyTestFile,
  PolicyTestPosition,
  PolicyTestProblem,
  ProfileTestCase,
} from './policy-test-case.ts';
export { readPolicyTests } from './read-policy-tests.ts';
export {
  listUntestedModes,
  type PolicyTestOptions,
  type PolicyTestResult,
  runPolicyTests,
} from './run-policy-tests.ts';
