import type { ParsedScript } from 'unbash';
import type { FileAccess, ProgramRun, ShellName, ShellWord } from '../analysis.ts';
import type { Folders } from './folders.ts';
import { type NodeRange, type SourceHolder, type TextPart, unreadable } from './source.ts';

/** @internal State while the syntax tree of the text is walked. */
export interface Walk extends SourceHolder {
  readonly shell: ShellName;
  /** Number of texts and wrappers that enclose the current position. */
  depth: number;
  /**
   * Positions at which a here-document can be interpreted: in a substitution, only if the substitution contains nothing
   * else, because bash 5.2 loses a semicolon after a here-document.
   */
  hereDocuments: 'anywhere' | 'alone' | 'nowhere';
  /** Working folders at the current position; changed by `cd`. */
  folders: Folders;
  /** Working folders at every `break` and `continue` so far in the innermost loop. */
  jumped: Folders;
  readonly programs: ProgramRun[];
  readonly files: FileAccess[];
  readonly walkScript: (walk: Walk, script: ParsedScript) => void;
  readonly startProgram: (walk: Walk, started: StartedProgram) => void;
}

/** @internal A program with its arguments and its position in the text. */
export interface StartedProgram extends TextPart {
  readonly words: readonly ShellWord[];
  readonly node: NodeRange;
}

// Each wrapper, and each text inside another text, is parsed again.
const maxDepth = 16;

/** @internal Returns the depth inside a wrapper or text at the current position; refuses excessive depth. */
export function enterDepth(walk: Walk, node: NodeRange): number {
  return walk.depth < maxDepth ? walk.depth + 1 : unreadable(walk, node, 'too many nested programs');
}

/**
 * @internal Walks a part of the text in a separate environment, such as a subshell, whose working folder is irrelevant
 * afterwards.
 */
export function inSubshell(walk: Walk, visit: () => void): void {
  const { folders } = walk;
  visit();
  walk.folders = folders;
}
