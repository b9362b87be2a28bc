import { analyseCommand, type CommandAnalysis, quoteWord, type RuleWord } from '@modegate/shell-commands';
import type { CommandSetEntry } from './command-sets.ts';

/** A word that represents whatever matches a star. No rule contains it. */
export const anyWord = '…';

/** Returns the name of a program without path or version: `python` for `/usr/bin/python3.12`. */
export function programName(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1).replace(/-?\d+(?:\.\d+)*$/, '');
}

/** True if a rule allows further words. */
export function isOpenRule(words: readonly RuleWord[]): boolean {
  return words.at(-1)?.isAny === true;
}

/** Returns the words of a rule before a trailing star. */
export function fixedWords(words: readonly RuleWord[]): readonly RuleWord[] {
  return isOpenRule(words) ? words.slice(0, -1) : words;
}

/** Writes the words of a rule as a command, with {@link anyWord} for each star. */
export function writeCommand(words: readonly RuleWord[], further: readonly string[] = []): string {
  const given = words.map(({ pieces, isAny }) => quoteWord(isAny ? anyWord : pieces.join(anyWord)));
  return [...given, ...further].join(' ');
}

/**
 * Writes the commands that show the effect of a rule: its words alone, and its words followed by one more word. Returns
 * an empty list for a rule that does not specify a program.
 */
export function probeRule({ rule }: Pick<CommandSetEntry, 'rule'>): readonly string[] {
  return rule.spellings.flatMap(probeWords);
}

/** Works like `probeRule`, but takes the words of a rule. */
export function probeWords(words: readonly RuleWord[]): readonly string[] {
  const fixed = fixedWords(words);
  return fixed.length === 0 ? [] : [writeCommand(fixed), writeCommand(fixed, [anyWord])];
}

/** Analyses a command as bash syntax, which allows more than the syntax of any other shell. */
export function analyseProbe(command: string): CommandAnalysis {
  return analyseCommand(command, { shell: 'bash' });
}

/** True for an entry that allows every command in all circumstances: `*`. */
export function isAnyCommand({ list, rule, isConditional }: CommandSetEntry): boolean {
  const [words = []] = rule.spellings;
  return list === 'allowedCommands' && !isConditional && words.length <= 2 && words.every(({ isAny }) => isAny);
}
