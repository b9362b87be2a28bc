import type { JsonObject } from '@modegate/json';
import type { ToolRequest } from '@modegate/mode-core';
import type { expectations } from './check-entry.ts';
import type { profileExpectations } from './check-profile-entry.ts';

/** The position of an expectation; lines and columns start at 1. */
export interface PolicyTestPosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** JSON pointer (RFC 6901). */
  readonly pointer: string;
}

/**
 * One expectation. An entry whose `mode`, `tool`, `server`, `file` or `command` is a list produces one case for each
 * combination.
 */
export interface PolicyTestCase {
  /** The entry's `name`, or the question in words. */
  readonly name: string;
  readonly request: ToolRequest;
  readonly expect: (typeof expectations)[number];
  /** A refusal code, the name of a fixed rule, or the end of the deciding rule's JSON pointer. */
  readonly by?: string;
  /** Present if the case is allowed to refer to a mode, a server or a tool that does not exist. */
  readonly mayBeUnknown?: true;
  readonly place: PolicyTestPosition;
}

/**
 * One expectation about a profile of an agent. An entry whose `profile`, `tool` or `argument` is a list produces one case
 * for each combination.
 */
export interface ProfileTestCase {
  /** The entry's `name`, or the question in words. */
  readonly name: string;
  readonly profile: string;
  readonly tool: string;
  /** Value of the parameter on which the tool acts. */
  readonly argument?: string;
  readonly arguments: JsonObject;
  /** Circumstances as written; they are checked by the program that knows the agent. */
  readonly circumstances: JsonObject;
  readonly expect: (typeof profileExpectations)[number];
  /** Text of a deciding rule, or its location, such as `.claude/settings.json:4`. */
  readonly by?: string;
  /** Present if the case is allowed to refer to a tool that the agent does not have. */
  readonly mayBeUnknown?: true;
  readonly place: PolicyTestPosition;
}

/** A fault in a test file. */
export interface PolicyTestProblem extends PolicyTestPosition {
  readonly message: string;
}

/** The cases and problems of one file. */
export interface PolicyTestFile {
  readonly file: string;
  readonly cases: readonly PolicyTestCase[];
  readonly profileCases: readonly ProfileTestCase[];
  /**
   * Problems found in the file. An entry with a problem produces no cases, so a file with problems is considered to
   * have failed.
   */
  readonly problems: readonly PolicyTestProblem[];
}
