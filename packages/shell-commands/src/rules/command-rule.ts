import type { ProgramRun } from '../analysis.ts';
import { allowsProgram } from './allow.ts';
import { findsProgram } from './find.ts';
import { parseRuleWords, type RuleWord } from './rule-pattern.ts';

/** Lists that a rule can be in, by their keys in `commandRestrictions`. */
export type RuleList = 'allowedCommands' | 'askCommands' | 'disallowedCommands';

/** A rule for commands, as written in a list of `commandRestrictions`. */
export interface CommandRule {
  readonly fault?: undefined;
  /** Readings of the rule's words; more than one only for denying or asking. */
  readonly spellings: readonly (readonly RuleWord[])[];
  /**
   * True if the words of the program match from the first to the last. Returns a clause that says why if they match but
   * the `*` of the rule does not cover an argument.
   */
  allows(program: ProgramRun): boolean | string;
  /**
   * For a denial or a question: `certain` if the words of the rule are in the program, in order and in any spelling of
   * options; `possible` if an argument that the text leaves open could contain them.
   */
  finds(program: ProgramRun): 'certain' | 'possible' | undefined;
}

/** A rule that cannot be used. */
export interface FaultyRule {
  /** Clause that continues a sentence about the rule: "contains a redirection". */
  readonly fault: string;
}

/**
 * Reads a rule, which is written as one would type the command. A final `*` allows any further words, another lone `*`
 * one word that is not an option; a `*` inside a word stays within that word.
 */
export function parseCommandRule(text: string, list: RuleList): CommandRule | FaultyRule {
  const parsed = parseRuleWords(text);
  if ('fault' in parsed) return parsed;
  const { words } = parsed;
  const spellings = readSpellings(words, list);
  const openEnded = spellings.map(withoutLastStar);
  return {
    spellings,
    allows: (program) => allowsProgram(words, program),
    finds: (program) => strongest(openEnded.map((one) => findsProgram(one, program))),
  };
}

/** Returns the readings of a rule; more than one only for denying or asking. */
function readSpellings(words: readonly RuleWord[], list: RuleList): readonly (readonly RuleWord[])[] {
  return list === 'allowedCommands' ? [words] : [words, ...readClaudeSpelling(words)];
}

/** In Claude Code's rules, `git push:*` stands for `git push *`. */
function readClaudeSpelling(words: readonly RuleWord[]): readonly (readonly RuleWord[])[] {
  const last = words.at(-1);
  const start = last?.pieces.length === 2 && last.pieces[1] === '' ? last.pieces[0] : undefined;
  if (start?.endsWith(':') !== true || start.length === 1) return [];
  return [[...words.slice(0, -1), { pieces: [start.slice(0, -1)], isAny: false }]];
}

function withoutLastStar(words: readonly RuleWord[]): readonly RuleWord[] {
  return words.length > 1 && words.at(-1)?.isAny === true ? words.slice(0, -1) : words;
}

type Found = ReturnType<CommandRule['finds']>;

function strongest(found: readonly Found[]): Found {
  return found.includes('certain') ? 'certain' : found.find((one) => one !== undefined);
}
