import type { ShellWord } from '../analysis.ts';
import { optionTable } from './option-table.ts';
import type { ProgramFacts } from './program-facts.ts';
import { canBeOption } from './reading.ts';

/**
 * @internal Index of the word that is the subcommand of a program, or of the first word that is not literal before it;
 * the number of words if there is neither.
 */
export function findSubcommandIndex(facts: ProgramFacts, words: readonly ShellWord[]): number {
  const { options } = optionTable(facts);
  let index = 1;
  for (; index < words.length; index++) {
    const word = words[index] as ShellWord;
    if (word.kind !== 'literal' || !canBeOption(word)) return index;
    if (options.get(word.value)?.takesValue === true) index++;
  }
  return index;
}
