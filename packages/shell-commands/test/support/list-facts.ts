import { programFamilies } from '../../src/programs/find-facts.ts';
import type { ProgramFacts } from '../../src/programs/program-facts.ts';

/** Lists of options, by their meaning. */
export const optionLists = [
  'values',
  'runs',
  'writes',
  'writesUnknown',
  'writesBelow',
  'writesInstead',
  'writesHere',
  'reads',
  'readsNames',
  'readsAt',
  'changesFolder',
  'edits',
  'changesOperands',
  'readOnly',
  'recursive',
] as const satisfies readonly (keyof ProgramFacts)[];

/** Facts about a program or one of its subcommands. */
export interface NamedFacts {
  /** Words that they belong to: `git stash push`. */
  readonly name: string;
  readonly facts: ProgramFacts;
}

/** Lists the facts about all programs and all their subcommands. */
export function listFacts(): readonly NamedFacts[] {
  return programFamilies
    .flatMap((family) => Object.entries(family))
    .flatMap(([name, facts]) => withSubcommands({ name, facts }));
}

function withSubcommands({ name, facts }: NamedFacts): readonly NamedFacts[] {
  const below = Object.entries(facts.subcommands ?? {}).map(([word, inner]) => ({
    name: `${name} ${word}`,
    facts: inner,
  }));
  return [{ name, facts }, ...below.flatMap(withSubcommands)];
}

/** Splits a list into its options, as written. */
export function splitOptions(list: string | undefined): readonly string[] {
  return list === undefined ? [] : list.split(' ');
}

/** Returns an option without the suffix that shows how it takes its value. */
export function optionName(option: string): string {
  return option.replace(/=[=?]?$/, '');
}
