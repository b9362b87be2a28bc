import type { GuardedArgument, ProgramRun, ShellWord } from '../analysis.ts';
import { matchesPieces, type RuleWord } from './rule-pattern.ts';

/** @internal Returns the same result as `CommandRule.allows`. */
export function allowsProgram(rule: readonly RuleWord[], program: ProgramRun): boolean | string {
  const words = program.words.map((word, index) => ({ word, index }));
  const asWritten = match(rule, words);
  if (asWritten !== undefined) return uncovered(rule, program, asWritten) ?? true;
  // If the rule contains an option that runs a program, that option may appear anywhere.
  const guarded = program.guarded.filter((one) => isWritten(rule, one, program.words));
  if (guarded.length === 0) return false;
  const moved = rule.filter((part) => !guarded.some((one) => isGiven(part, one, program.words)));
  const rest = words.filter(({ index }) => !guarded.some((one) => one.index === index));
  const covered = match(moved, rest);
  return covered === undefined ? false : (uncovered(rule, program, covered) ?? true);
}

interface NumberedWord {
  readonly word: ShellWord;
  readonly index: number;
}

/** Returns the indexes of the words matched by asterisks; undefined if the words do not match. */
function match(rule: readonly RuleWord[], words: readonly NumberedWord[]): readonly number[] | undefined {
  const last = rule.at(-1);
  const isOpen = last?.isAny === true;
  const fixed = isOpen ? rule.slice(0, -1) : rule;
  if (isOpen ? words.length < fixed.length : words.length !== fixed.length) return undefined;
  const covered: number[] = [];
  for (const [at, part] of fixed.entries()) {
    const { word, index } = words[at] as NumberedWord;
    if (part.isAny ? !isOneOperand(word) : !isCovered(part, word)) return undefined;
    if (part.pieces.length > 1) covered.push(index);
  }
  return [...covered, ...words.slice(fixed.length).map(({ index }) => index)];
}

/**
 * True for exactly one word that is not an option, as required by a lone asterisk that is not the last word of a rule.
 */
function isOneOperand({ kind, value }: ShellWord): boolean {
  return (kind === 'literal' || (kind === 'one' && value !== '')) && !value.startsWith('-');
}

/**
 * True if an asterisk inside a word matches the text of another word, but not if the text leads to a parent folder:
 * `src/*` does not match `src/../x`.
 */
function isCovered(part: RuleWord, { kind, value }: ShellWord): boolean {
  return kind === 'literal' && matchesPieces(part, value) && countParents(value) <= countParents(part.pieces.join('*'));
}

function countParents(path: string): number {
  return path.split(/[/\\]/).filter((segment) => segment.endsWith('..')).length;
}

function uncovered(
  rule: readonly RuleWord[],
  { guarded, words }: ProgramRun,
  covered: readonly number[],
): string | undefined {
  const found = guarded.find((one) => covered.includes(one.index) && !isWritten(rule, one, words));
  return found && describeUncovered(found, words[found.index]);
}

function describeUncovered({ option, why }: GuardedArgument, word: ShellWord | undefined): string {
  const hint = option === '' ? '' : `; a rule that contains '${option}' would cover it`;
  return `'*' does not cover ${word?.text ?? option}, which ${why}${hint}`;
}

/**
 * True if the rule contains the option exactly as given, with the same value or with an asterisk in place of the value.
 */
function isWritten(rule: readonly RuleWord[], given: GuardedArgument, words: readonly ShellWord[]): boolean {
  return rule.some((part, at) => {
    const next = rule[at + 1];
    return isGiven(part, given, words) && (part.pieces[0] !== given.option || next === undefined || next.isAny);
  });
}

function isGiven(part: RuleWord, { index, option }: GuardedArgument, words: readonly ShellWord[]): boolean {
  const word = words[index];
  return option !== '' && word !== undefined && isOption(part, option) && isCovered(part, word);
}

function isOption({ pieces: [start = ''] }: RuleWord, option: string): boolean {
  return start === option || start.startsWith(`${option}=`);
}
