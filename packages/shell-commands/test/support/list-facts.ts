import { programFamilies } from '../../src/programs/find-facts.ts';
import type { ProgramFacts } from '../../src/programs/program-facts.ts';

/** Lists of options, by what they mean. */
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
  /** The words that they belong to: `git stash push`. */
  readonly name: string;
  readonly facts: ProgramFacts;
}

/** Facts about all programs and all their subcommands. */
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

/** The options of a list as they are written in it. */
export function splitOptions(list: string | undefined): readonly string[] {
  return list === undefined ? [] : list.split(' ');
}

/** An option without what says how it takes its value. */
export function optionName(option: string): string {
  return option.replace(/=[=?]?$/, '');
}
