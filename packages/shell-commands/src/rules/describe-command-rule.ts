import { analyseCommand } from '../analyse-command.ts';
import { type CommandRule, type FaultyRule, parseCommandRule, type RuleList } from './command-rule.ts';
import { quoteShellWord } from './quote-word.ts';
import type { RuleWord } from './rule-pattern.ts';

/** Plain-language description of a rule for commands. */
export interface CommandRuleDescription {
  readonly fault?: undefined;
  /** Noun phrase for the words that the rule matches: "the program git, then push, then any further words". */
  readonly words: string;
  /** Commands that the rule matches, shortest first. */
  readonly matches: readonly string[];
  /** Similar commands that the rule does not match. */
  readonly others: readonly string[];
}

/** Describes the effect of a rule in a list, with examples that are evaluated by the rule itself. */
export function describeCommandRule(text: string, list: RuleList): CommandRuleDescription | FaultyRule {
  const rule = parseCommandRule(text, list);
  if (rule.fault !== undefined) return rule;
  const spellings = rule.spellings.toReversed();
  const describe = list === 'allowedCommands' ? describeAnchored : describeOpenEnded;
  const commands = [...new Set(spellings.flatMap(listExamples))];
  const examples = (isMatch: boolean) => commands.filter((command) => judge(rule, list, command) === isMatch);
  return {
    words: spellings.map(describe).join(', or '),
    matches: examples(true).slice(0, maxExamples),
    others: examples(false).slice(0, maxExamples),
  };
}

const maxExamples = 3;

/** Evaluates a command; returns undefined for a command that is refused regardless of the rules. */
function judge(rule: CommandRule, list: RuleList, command: string): boolean | undefined {
  const { programs, unreadable } = analyseCommand(command, { shell: 'bash' });
  if (unreadable !== undefined) return undefined;
  return programs.some((program) =>
    list === 'allowedCommands' ? rule.allows(program) === true : rule.finds(program) === 'certain',
  );
}

/** Describes a rule in which every word is significant, from the first to the last. */
function describeAnchored([program, ...words]: readonly RuleWord[]): string {
  const isOpen = words.at(-1)?.isAny === true;
  const fixed = (isOpen ? words.slice(0, -1) : words).map((word) =>
    word.isAny ? 'one word that is not an option' : describeWord(word),
  );
  const start = [describeProgram(program), ...fixed].join(', then ');
  if (isOpen) return `${start}, then any further words`;
  if (program?.isAny === true) return 'any program with any words';
  return fixed.length === 0 ? `${start} alone` : `${start}, and nothing more`;
}

/** Describes a rule that always allows additional words. */
function describeOpenEnded([program, ...rest]: readonly RuleWord[]): string {
  const words = rest.at(-1)?.isAny === true ? rest.slice(0, -1) : rest;
  const operands = words
    .filter((word) => !isOption(word))
    .map((word) => (word.isAny ? 'any word' : describeWord(word)));
  const options = words.filter(isOption).map((word) => `the option ${describeWord(word)} in any form`);
  const start = program?.isAny === true ? 'any program' : `${describeProgram(program)} at any path`;
  if (words.length === 0) return `${start}, whatever follows`;
  const inOrder = operands.length === 0 ? [] : [operands.join(', later ')];
  return `${start} with ${[...inOrder, ...options].join(' and ')}, whatever else follows`;
}

function describeProgram(program: RuleWord | undefined): string {
  return program === undefined || program.isAny ? 'any program' : `the program ${describeWord(program)}`;
}

/** Describes a word: literally, or in the form `docs/…` and `….ts` if an asterisk represents part of it. */
function describeWord({ pieces }: RuleWord): string {
  return pieces.length === 1 ? quoteShellWord(pieces[0] ?? '') : pieces.join('…');
}

function isOption({ pieces: [start = ''] }: RuleWord): boolean {
  return /^-[^-]|^--./.test(start);
}

/**
 * Lists the rule as a command, followed by variations: with more words, with another path, with fewer words and with
 * other words.
 */
function listExamples(rule: readonly RuleWord[]): readonly string[] {
  const isOpen = rule.length > 1 && rule.at(-1)?.isAny === true;
  const [program = '', ...words] = (isOpen ? rule.slice(0, -1) : rule).map(({ pieces, isAny }) =>
    isAny ? 'x' : pieces.join('x'),
  );
  const path = program.includes('/') ? [] : [[`/usr/bin/${program}`, ...words]];
  const fewer = words.length === 0 ? [] : [[program], [program, 'x', ...words.slice(1)]];
  return [
    [program, ...words],
    [program, ...words, 'x'],
    ...path,
    ...fewer,
    [program, ...words, '--verbose', 'x'],
    [`${program}x`, ...words],
  ].map((given) => given.map(quoteShellWord).join(' '));
}
