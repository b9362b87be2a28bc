import type { RuleWord } from '@modegate/shell-commands';
import { fixedWords, isOpenRule } from './command-probes.ts';
import type { CommandSet } from './command-sets.ts';

type Rule = readonly RuleWord[];

// More rules than anyone writes by hand; the rest of a hostile list is ignored.
const maxRules = 1000;

/**
 * Lists the rules for the commands that all sets with an allowlist permit: one rule for each combination of entries,
 * one entry per set, that have commands in common.
 */
export function unifyRules(sets: readonly CommandSet[]): readonly Rule[] {
  const lists = sets
    .filter(({ isClosed }) => isClosed)
    .map(({ entries }) =>
      entries.flatMap(({ list, rule }) => (list === 'allowedCommands' ? [rule.spellings[0] ?? []] : [])),
    );
  const [first = [], ...others] = lists;
  return others.reduce<readonly Rule[]>(
    (before, list) => before.flatMap((one) => list.flatMap((other) => unifyPair(one, other) ?? [])).slice(0, maxRules),
    first,
  );
}

/**
 * Returns, as a list, a rule for the commands that two rules may have in common; undefined if they have none in common.
 */
function unifyPair(one: Rule, other: Rule): readonly [Rule] | undefined {
  const isOpen = isOpenRule(one) && isOpenRule(other);
  const length = Math.max(fixedWords(one).length, fixedWords(other).length);
  const words: RuleWord[] = [];
  for (let index = 0; index < length; index++) {
    const word = unifyWords(wordAt(one, index), wordAt(other, index));
    if (word === undefined) return undefined;
    words.push(word);
  }
  return [isOpen ? [...words, any] : words];
}

const any: RuleWord = { pieces: ['', ''], isAny: true };

function wordAt(rule: Rule, index: number): RuleWord | undefined {
  return fixedWords(rule)[index] ?? (isOpenRule(rule) ? any : undefined);
}

/**
 * Returns the narrower of two words (the first word if both have stars); undefined if the words are incompatible or one
 * of them is missing.
 */
export function unifyWords(one: RuleWord | undefined, other: RuleWord | undefined): RuleWord | undefined {
  if (one === undefined || other === undefined) return undefined;
  if (one.isAny) return other;
  if (other.isAny || other.pieces.length > 1) return one;
  return one.pieces.length > 1 || one.pieces[0] === other.pieces[0] ? other : undefined;
}
