import type { ShellWord } from '../analysis.ts';
import { optionTable } from './option-table.ts';
import type { ProgramFacts } from './program-facts.ts';
import { canBeOption } from './reading.ts';

/**
 * @internal Finds the index of a program's subcommand, or of the first non-literal word before it; if neither exists,
 * returns the number of words. Uncertain after an option that is not known to be a flag, because the word may be its
 * value.
 */
export function findSubcommandIndex(
  facts: ProgramFacts,
  words: readonly ShellWord[],
): { readonly index: number; readonly isCertain: boolean } {
  const { options } = optionTable(facts);
  let index = 1;
  let isCertain = true;
  for (; index < words.length; index++) {
    const word = words[index] as ShellWord;
    if (word.kind !== 'literal' || !canBeOption(word)) return { index, isCertain };
    const values = options.get(word.value)?.values ?? 0;
    if (values > 0) index += values;
    else isCertain &&= word.value.includes('=');
  }
  return { index, isCertain };
}

/** @internal Returns the facts of a subcommand. */
export function findSubcommand({ subcommands }: ProgramFacts, name: string): ProgramFacts | undefined {
  return subcommands !== undefined && Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
}
