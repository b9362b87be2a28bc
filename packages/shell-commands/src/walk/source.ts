import type { ShellName } from '../analysis.ts';
import { UnreadableError } from '../unreadable.ts';

/** @internal Text whose syntax tree is walked: the whole command, or text inside it that has a separate tree. */
export interface ShellSource {
  readonly text: string;
  /**
   * Offset in the whole command at which nested text is reported. By default, the offsets of the text itself are used.
   */
  readonly fixedAt?: number;
}

/** @internal Range that a node occupies in its source, in UTF-16 code units. */
export interface NodeRange {
  readonly pos: number;
  readonly end: number;
}

/** @internal A piece of text as written, with its offset in the whole command. */
export interface TextPart {
  readonly text: string;
  readonly position: number;
}

/** @internal What walks a source. */
export interface SourceHolder {
  readonly source: ShellSource;
}

/** @internal Returns the text and the offset of a node. */
export function partOf({ source }: SourceHolder, { pos, end }: NodeRange): TextPart {
  return { text: source.text.slice(pos, end), position: source.fixedAt ?? pos };
}

/**
 * @internal Refuses a construct, described by a noun phrase such as "the builtin 'eval', which runs text as a command".
 */
export function unreadable(walk: SourceHolder, node: NodeRange, construct: string): never {
  throw new UnreadableError({ construct, ...partOf(walk, node) });
}

/**
 * @internal Refuses a group that begins in the same way as arithmetic: inside such a group, shells lose track of the
 * end of a here-document.
 */
export function refuseDoubled(walk: SourceHolder, node: NodeRange): void {
  const doubled = /\$?\((?:\\\n)*\(/y;
  doubled.lastIndex = node.pos;
  if (doubled.test(walk.source.text))
    unreadable(walk, node, "a group that begins like arithmetic; put a space after '('");
}

/** @internal Returns the construct that prevents text from being parsed. */
export function findUnparsable(text: string, shell: ShellName): string | undefined {
  // The parser does not join such a line with the next one.
  if (text.includes('$\\\n')) return "a '$' at the end of a continued line";
  // The parser interprets a numeric pattern as redirections, and the operator of a disowned job as `!`.
  if (shell === 'zsh' && /<\d*-\d*>|&[|!]/.test(text)) return 'an operator that only zsh has';
  return countSteps(text) > maxSteps ? 'too many substitutions and comments' : undefined;
}

// This number of steps takes about half a second.
const maxSteps = 100_000_000;

/**
 * Estimates the number of steps that the parser takes: it reads a comment again for each substitution around the
 * comment, and repeats all of this once per substitution.
 */
function countSteps(text: string): number {
  const substitutions = text.match(/[$<>]\(/g)?.length ?? 0;
  const comments = text.match(/(?:^|[\s;&|()<>])#/g)?.length ?? 0;
  return text.length * Math.min(substitutions, comments) ** 2;
}
