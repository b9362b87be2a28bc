import type { ProgramRun, ShellWord } from '../analysis.ts';
import { findFacts } from '../programs/find-facts.ts';
import { findSubcommandIndex } from '../programs/find-subcommand.ts';
import { foldProgramName } from '../programs/fold-program-name.ts';
import { matchesPieces, type RuleWord } from './rule-pattern.ts';

/** @internal Returns the same result as `CommandRule.finds`. */
export function findsProgram(rule: readonly RuleWord[], run: ProgramRun): 'certain' | 'possible' | undefined {
  const [name, ...wanted] = rule;
  const words = addDash(run.words);
  const [program] = words;
  if (name === undefined || program === undefined || !matchesName(name, program.value)) return undefined;
  const renamed = canRename(words) ? 'possible' : undefined;
  const options = wanted.filter(isOptionWord);
  const operands = wanted.filter((word) => !isOptionWord(word));
  const start = findStart(words, operands, wanted);
  if (start === 'none') return renamed;
  const given = words.slice(start === 'unknown' ? 1 : start);
  const question: Question = { options, operands, given, all: words };
  if (start !== 'unknown' && holds(question, false)) return 'certain';
  return start === 'unknown' || holds(question, true) ? 'possible' : renamed;
}

/** Treats options that are written without a dash as if they had one: `tar xf a.tar`. */
function addDash(words: readonly ShellWord[]): readonly ShellWord[] {
  const [program, first, ...rest] = words;
  if (program === undefined || first === undefined || first.value.startsWith('-')) return words;
  if (findFacts(foldProgramName(program.value))?.bareOptions !== true) return words;
  return [program, { ...first, value: `-${first.value}` }, ...rest];
}

interface Question {
  readonly options: readonly RuleWord[];
  readonly operands: readonly RuleWord[];
  /** Words in which to search for the operands. */
  readonly given: readonly ShellWord[];
  readonly all: readonly ShellWord[];
}

/** True if the rule matches the words, or could match them when non-literal words are taken into account. */
function holds({ options, operands, given, all }: Question, countsOpen: boolean): boolean {
  const open = countsOpen ? all.slice(1).filter(({ kind }) => kind !== 'literal') : [];
  if (open.some(({ kind, value }) => kind === 'many' || (kind === 'names' && value === ''))) return true;
  return (
    hasInOrder(operands, given, countsOpen) &&
    options.every((option) => hasOption(option, all) || open.some(({ value }) => couldBeOption(option, value)))
  );
}

/**
 * Returns the index of the first word that may match an operand. For a program whose subcommands are known, the first
 * operand is the subcommand: `git commit -m push` is not treated as `git push`.
 */
function findStart(
  words: readonly ShellWord[],
  operands: readonly RuleWord[],
  wanted: readonly RuleWord[],
): number | 'none' | 'unknown' {
  const facts = findFacts(foldProgramName(words[0]?.value ?? ''));
  const [first] = operands;
  if (facts?.subcommands === undefined || first === undefined || first !== wanted[0]) return 1;
  const { index, isCertain } = findSubcommandIndex(facts, words);
  const word = words[index];
  if (!isCertain) return 1;
  if (word === undefined) return 'none';
  if (word.kind !== 'literal') return 'unknown';
  return first.isAny || matchesPieces(first, word.value) ? index : 'none';
}

/** Compares the last part of the path, ignoring case and Windows file endings. */
function matchesName(rule: RuleWord, program: string): boolean {
  if (rule.isAny) return true;
  const [first = '', ...rest] = rule.pieces;
  const pieces = [
    rest.length === 0 ? foldProgramName(first) : first.toLowerCase(),
    ...rest.map((piece) => piece.toLowerCase()),
  ];
  const known = foldProgramName(program);
  const names = [known, program.toLowerCase()];
  return names.some((one) => matchesPieces({ pieces, isAny: false }, one));
}

function isOptionWord({ pieces }: RuleWord): boolean {
  return (pieces[0] ?? '').startsWith('-') && pieces[0] !== '-' && pieces[0] !== '--';
}

/**
 * True if the wanted words occur in order; if non-literal words are taken into account, such a word may match any
 * wanted word.
 */
function hasInOrder(wanted: readonly RuleWord[], given: readonly ShellWord[], countsOpen: boolean): boolean {
  let at = 0;
  for (const word of wanted) {
    while (at < given.length && !matchesOperand(word, given[at] as ShellWord, countsOpen)) at++;
    if (at >= given.length) return false;
    // A word that represents file names can also match the next word.
    if (given[at]?.kind !== 'names') at++;
  }
  return true;
}

/** True for an operand, or for a value that is attached to an option: `-XPOST`, `--method=POST`. */
function matchesOperand(word: RuleWord, { kind, value }: ShellWord, countsOpen: boolean): boolean {
  if (kind === 'literal')
    return (
      word.isAny ||
      matchesPieces(word, value) ||
      (value.startsWith('-') && matchesPieces({ pieces: ['', ...word.pieces], isAny: false }, value))
    );
  const [first = ''] = word.pieces;
  return countsOpen && (word.isAny || first.startsWith(value) || value.startsWith(first) || value.startsWith('-'));
}

/** True if a word that begins with the given text could be the option in any spelling. */
function couldBeOption({ pieces: [first = ''] }: RuleWord, start: string): boolean {
  if (start === '' || start === '-') return true;
  if (!start.startsWith('-')) return false;
  if (!first.startsWith('--')) return !start.startsWith('--');
  const [name = '', given = ''] = [first.split('=')[0], start.split('=')[0]];
  return given.startsWith('--') && (name.startsWith(given) || given.startsWith(name));
}

/** Finds an option in any spelling: with a value, abbreviated, attached, bundled, or in another order. */
function hasOption(rule: RuleWord, [program, ...given]: readonly ShellWord[]): boolean {
  const literal = given.filter(({ kind }) => kind === 'literal').map(({ value }) => value);
  if (literal.some((value) => matchesPieces(rule, value))) return true;
  const start = rule.pieces[0] ?? '';
  if (start.startsWith('--')) return literal.some((value) => isSpelling(rule, value));
  const facts = findFacts(foldProgramName(program?.value ?? ''));
  const isSingleDash = facts?.singleDash === true && start.length > 2;
  if (isSingleDash || rule.pieces.length > 1) return literal.some((value) => value.startsWith(start));
  const letters = literal.filter((value) => /^-[^-]/.test(value)).join('');
  return start
    .slice(1)
    .split('')
    .every((letter) => letters.includes(letter));
}

/** True for a long option, which may be abbreviated, with the rule's value or with a value in the next word. */
function isSpelling({ pieces: [start = '', ...rest] }: RuleWord, value: string): boolean {
  if (!value.startsWith('--') || value === '--') return false;
  const [name, ruled] = splitValue(start);
  const [givenName, given] = splitValue(value);
  const isStarName = ruled === undefined && rest.length > 0;
  if (!name.startsWith(givenName) && !(isStarName && givenName.startsWith(name))) return false;
  return ruled === undefined || given === undefined || matchesPieces({ pieces: [ruled, ...rest], isAny: false }, given);
}

function splitValue(option: string): readonly [string, string | undefined] {
  const at = option.indexOf('=');
  return at < 0 ? [option, undefined] : [option.slice(0, at), option.slice(at + 1)];
}

/**
 * True if the words contain an option such as the one in `git -c alias.x=push x`, with which any subcommand can be run.
 */
function canRename([program, ...given]: readonly ShellWord[]): boolean {
  return (
    /(?:^|[/\\])git(?:\.exe)?$/i.test(program?.value ?? '') &&
    given.some(({ value }) => /^(?:-c|--config-env)/.test(value) || /^alias\./i.test(value))
  );
}
