import type { RuleWord } from '@modegate/shell-commands';
import { fixedWords, isOpenRule, probeRule, probeWords } from './command-probes.ts';
import type { CommandSet, CommandSetEntry } from './command-sets.ts';
import { groupByProgram } from './compare-entries.ts';
import { unifyRules, unifyWords } from './unify-rules.ts';

/**
 * Lists the commands that show the effect of the rules in some modes: the commands for each entry, those that all
 * allowlists of a mode have in common, and those for an allow rule to which a deny rule or another ask rule also
 * applies.
 */
export function listProbes(modes: readonly (readonly CommandSet[])[]): readonly string[] {
  const entries = [...new Set(modes.flat())].flatMap((set) => set.entries);
  const common = modes.filter((sets) => sets.filter(({ isClosed }) => isClosed).length > 1).flatMap(unifyRules);
  return [...new Set([...entries.flatMap(probeRule), ...common.flatMap(probeWords), ...crossEntries(entries)])];
}

/** Combines each allow rule (an ask rule is treated as one) with each deny rule and ask rule for the same program. */
function crossEntries(entries: readonly CommandSetEntry[]): readonly string[] {
  const limitsOf = groupByProgram(entries.filter(({ list }) => list !== 'allowedCommands'));
  return entries.flatMap((entry) => {
    const [words = []] = entry.rule.spellings;
    if (entry.list === 'disallowedCommands' || fixedWords(words).length === 0) return [];
    return limitsOf(entry).flatMap(({ rule }) => probeWords(joinWords(entry, fixedWords(rule.spellings[0] ?? []))));
  });
}

/**
 * Returns the shortest words that match both an allow rule and a restriction; returns no words if the two concern
 * different commands.
 */
function joinWords({ list, rule }: CommandSetEntry, [, ...limit]: readonly RuleWord[]): readonly RuleWord[] {
  const [words = []] = rule.spellings;
  const [program, ...rest] = fixedWords(words);
  const isFree = list === 'askCommands' || isOpenRule(words);
  const operands = limit.filter((word) => !isOption(word));
  const filled = rest.map((word) => {
    const joined = isOption(word) ? undefined : unifyWords(word, operands[0]);
    if (joined !== undefined) operands.shift();
    return joined ?? word;
  });
  const options = limit.filter((word) => isOption(word) && !filled.some((one) => isSameWord(one, word)));
  const hasRoom = isFree && rest.every(isOption);
  if (program === undefined || (operands.length > 0 && !hasRoom) || (options.length > 0 && !isFree)) return [];
  return hasRoom ? [program, ...operands, ...filled, ...options] : [program, ...filled, ...options];
}

function isOption({ pieces }: RuleWord): boolean {
  return pieces[0]?.startsWith('-') === true;
}

function isSameWord(one: RuleWord, other: RuleWord): boolean {
  return one.pieces.join('*') === other.pieces.join('*');
}
