import type { GuardedArgument, ProgramRun, ShellWord } from '../analysis.ts';
import { matchesPieces, type RuleWord } from './rule-pattern.ts';

/** @internal Result as in `CommandRule.allows`. */
export function allowsProgram(rule: readonly RuleWord[], program: ProgramRun): boolean | string {
  const asWritten = match(
    rule,
    program.words.map((word, index) => ({ word, index })),
  );
  if (asWritten !== undefined) return uncovered(rule, program, asWritten) ?? true;
  // An option that runs a program may be anywhere once the rule has it.
  const guarded = program.guarded.filter(({ option }) => isWritten(rule, option));
  if (guarded.length === 0) return false;
  const moved = rule.filter((word) => !guarded.some(({ option }) => isOption(word, option)));
  const rest = program.words
    .map((word, index) => ({ word, index }))
    .filter(({ index }) => !guarded.some((one) => one.index === index));
  const covered = match(moved, rest);
  return covered === undefined ? false : (uncovered(rule, program, covered) ?? true);
}

interface NumberedWord {
  readonly word: ShellWord;
  readonly index: number;
}

/** Indexes of the words that stars cover; undefined if the words do not match. */
function match(rule: readonly RuleWord[], words: readonly NumberedWord[]): readonly number[] | undefined {
  const last = rule.at(-1);
  const isOpen = last?.isAny === true;
  const fixed = isOpen ? rule.slice(0, -1) : rule;
  if (isOpen ? words.length < fixed.length : words.length !== fixed.length) return undefined;
  const covered: number[] = [];
  for (const [at, part] of fixed.entries()) {
    const { word, index } = words[at] as NumberedWord;
    if (part.isAny ? !isOneOperand(word) : word.kind !== 'literal' || !matchesWithin(part, word.value))
      return undefined;
    if (part.isAny) covered.push(index);
  }
  return [...covered, ...words.slice(fixed.length).map(({ index }) => index)];
}

/** A `*` inside a word does not climb out of the folder that the word names. */
function matchesWithin(part: RuleWord, text: string): boolean {
  return matchesPieces(part, text) && countParents(text) === countParents(part.pieces.join('*'));
}

function countParents(path: string): number {
  return path.split(/[/\\]/).filter((segment) => segment === '..').length;
}

/** A lone star before the last is exactly one word that is not an option. */
function isOneOperand({ kind, value }: ShellWord): boolean {
  return (kind === 'literal' || (kind === 'one' && value !== '')) && !value.startsWith('-');
}

function uncovered(
  rule: readonly RuleWord[],
  { guarded, words }: ProgramRun,
  covered: readonly number[],
): string | undefined {
  const found = guarded.find(({ index, option }) => covered.includes(index) && !isWritten(rule, option));
  return found && describeUncovered(found, words[found.index]);
}

function describeUncovered({ option, why }: GuardedArgument, word: ShellWord | undefined): string {
  const hint = option === '' ? '' : `; a rule that contains '${option}' would`;
  return `'*' does not cover ${word?.text ?? option}, which ${why}${hint}`;
}

/** True if the rule has the option, with any value: one that has a value of its own allows no other. */
function isWritten(rule: readonly RuleWord[], option: string): boolean {
  const index = rule.findIndex((word) => isOption(word, option));
  return option !== '' && index >= 0 && (rule[index + 1]?.isAny ?? true);
}

function isOption({ pieces: [start = '', ...rest] }: RuleWord, option: string): boolean {
  return start === option || (start === `${option}=` && rest.length > 0);
}
