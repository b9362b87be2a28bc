import type { ProgramRun } from '../analysis.ts';
import { allowsProgram } from './allow.ts';
import { findsProgram } from './find.ts';
import { parseRuleWords, type RuleWord } from './rule-pattern.ts';

/** Lists that can contain a rule, by their keys in `commandRestrictions`. */
export type RuleList = 'allowedCommands' | 'askCommands' | 'disallowedCommands';

/** A rule for commands, as written in a list of `commandRestrictions`. */
export interface CommandRule {
  readonly fault?: undefined;
  /** Possible interpretations of the rule's words; only deny and ask rules have more than one. */
  readonly spellings: readonly (readonly RuleWord[])[];
  /**
   * True if the rule matches the program's words from the first to the last. If it does but the rule's `*` does not
   * cover an argument, returns a clause that explains why.
   */
  allows(program: ProgramRun): boolean | string;
  /**
   * Result for a deny or ask rule: `certain` if the program contains the words of the rule, in order and in any
   * spelling of options; `possible` if an argument that is not fixed by the text could contain them.
   */
  finds(program: ProgramRun): 'certain' | 'possible' | undefined;
}

/** A rule that cannot be used. */
export interface FaultyRule {
  /** Clause that completes a sentence about the rule: "contains a redirection". */
  readonly fault: string;
}

/**
 * Parses a rule, which is written in the same way as a command. A final `*` allows any additional words; any other lone
 * `*` allows one word that is not an option; a `*` inside a word matches only within that word.
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

/** Returns the possible interpretations of a rule; only deny and ask rules have more than one. */
function readSpellings(words: readonly RuleWord[], list: RuleList): readonly (readonly RuleWord[])[] {
  return list === 'allowedCommands' ? [words] : [words, ...readClaudeSpelling(words)];
}

/** Reads the spelling used in Claude Code's rules, in which `git push:*` means `git push *`. */
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
