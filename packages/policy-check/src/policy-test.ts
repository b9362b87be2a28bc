import type { Explanation, Policy, ToolRequest } from '@modegate/mode-core';
import type { Situation } from './matrix-row.ts';

export interface PolicyTestPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly pointer: string;
}
/** One expectation; an entry whose `mode`, `tool` or `file` is a list gives one case for each combination. */
export interface PolicyTestCase {
  /** The entry's `name`, or the question in words. */
  readonly name: string;
  readonly request: ToolRequest;
  readonly expect: 'allow' | 'deny';
  /** A refusal code, the name of a fixed rule, or the end of the deciding rule's JSON pointer. */
  readonly by?: string;
  readonly place: PolicyTestPlace;
}
export interface PolicyTestProblem extends PolicyTestPlace {
  readonly message: string;
}
export interface PolicyTestFile {
  readonly file: string;
  readonly cases: readonly PolicyTestCase[];
  /** What is wrong with the file; a case with a problem is not among the cases. */
  readonly problems: readonly PolicyTestProblem[];
}
export declare function readPolicyTests(text: string, options: { readonly file: string }): PolicyTestFile;
export interface PolicyTestResult {
  readonly test: PolicyTestCase;
  readonly passed: boolean;
  /** What was expected and what was decided, by which rule; of a failure, with the nearest way out. */
  readonly message: string;
  readonly explanation: Explanation;
}
export declare function runPolicyTests(
  policy: Policy,
  cases: readonly PolicyTestCase[],
  options?: { readonly situation?: Situation | undefined },
): readonly PolicyTestResult[];
/** Slugs of the modes that no case asks about. */
export declare function listUntestedModes(policy: Policy, cases: readonly PolicyTestCase[]): readonly string[];
