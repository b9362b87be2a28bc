import type { ModeProblemCode } from '../../modes/mode-problem.ts';
import { maxDepth, maxTokens } from './read-limits.ts';
import type { DuplicateKey, TextNode } from './text-node.ts';

/** Text that was parsed successfully. */
export interface ReadText {
  readonly state: 'read';
  readonly format: 'yaml' | 'json';
  /** Text to which the offsets refer: the input without byte order marks. */
  readonly text: string;
  /** Absent if the text contains only white space and comments. */
  readonly root: TextNode | undefined;
  readonly duplicates: readonly DuplicateKey[];
}

/** Text that could not be parsed. */
export interface BrokenText {
  readonly state: 'broken';
  readonly code: Extract<ModeProblemCode, 'FILE_SYNTAX' | 'FILE_TOO_LARGE' | 'ROOT_INVALID'>;
  readonly format: 'yaml' | 'json';
  /** Describes the fault and what was expected, as a clause. */
  readonly detail: string;
  readonly offset: number;
}

/** Creates the result for text that is nested more deeply than {@link maxDepth}. */
export function tooDeep(format: 'yaml' | 'json', offset: number): BrokenText {
  return {
    state: 'broken',
    code: 'FILE_SYNTAX',
    format,
    detail: `it is nested more than ${maxDepth} levels deep`,
    offset,
  };
}

/** Creates the result for text with more than {@link maxTokens} tokens. */
export function tooMany(format: 'yaml' | 'json', offset: number): BrokenText {
  return { state: 'broken', code: 'FILE_TOO_LARGE', format, detail: `it has more than ${maxTokens} elements`, offset };
}
