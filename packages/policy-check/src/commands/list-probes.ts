import type { RuleWord } from '@modegate/shell-commands';
import { anyWord, fixedWords, isOpenRule, probeRule, writeCommand } from './command-probes.ts';
import type { CommandSetEntry } from './command-sets.ts';
import { groupByProgram } from './compare-entries.ts';

/**
 * Lists the commands that show what some entries do: those of each entry, and, for a rule that allows further words, the
 * same with the options of the denials and questions about it.
 */
export function listProbes(entries: readonly CommandSetEntry[]): readonly string[] {
  const limitsOf = groupByProgram(entries.filter(({ list }) => list !== 'allowedCommands'));
  const crossed = entries.filter(isOpenAllowance).flatMap((entry) => {
    const allowed = fixedWords(entry.rule.spellings[0] ?? []);
    return limitsOf(entry).flatMap(({ rule }) => {
      const [, ...words] = fixedWords(rule.spellings[0] ?? []);
      const options = words.filter(isOption);
      const isAbout = words.every((word) => isOption(word) || allowed.some((one) => isSameWord(one, word)));
      if (!isAbout || options.length === 0) return [];
      const joined = [...allowed, ...options];
      return [writeCommand(joined), writeCommand(joined, [anyWord])];
    });
  });
  return [...new Set([...entries.flatMap(probeRule), ...crossed])];
}

function isOpenAllowance({ list, rule }: CommandSetEntry): boolean {
  const [words = []] = rule.spellings;
  return list === 'allowedCommands' && words.length > 1 && isOpenRule(words);
}

function isOption({ pieces }: RuleWord): boolean {
  return pieces[0]?.startsWith('-') === true;
}

function isSameWord(one: RuleWord, other: RuleWord): boolean {
  return one.pieces.join('*') === other.pieces.join('*');
}
