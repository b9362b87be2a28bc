import type { ProgramFacts } from '../../src/programs/program-facts.ts';
import { listFacts, type NamedFacts, optionName, splitOptions } from './list-facts.ts';

/**
 * Lists of options with which a program does more than read the files that its operands name, or less than it does
 * without them.
 */
const shownLists = [
  'runs',
  'writes',
  'writesUnknown',
  'writesBelow',
  'writesInstead',
  'writesHere',
  'edits',
  'changesOperands',
  'readOnly',
] as const satisfies readonly (keyof ProgramFacts)[];

/** Facts that several programs or subcommands share, with the rows to be demonstrated. */
export interface FactRows {
  readonly names: readonly string[];
  /** Options, and the names of other facts. */
  readonly rows: readonly string[];
}

/** Lists everything that is demonstrated by running programs. */
export function listRows(): readonly FactRows[] {
  return [...Map.groupBy(listFacts(), ({ facts }) => facts)].map(([facts, named]: [ProgramFacts, NamedFacts[]]) => ({
    names: named.map(({ name }) => name),
    rows: rowsOf(facts),
  }));
}

function rowsOf(facts: ProgramFacts): readonly string[] {
  const others = [
    facts.script !== undefined && 'script',
    facts.writesFolder === true && 'writesFolder',
    facts.keys !== undefined && 'keys',
    /write|tree/.test(facts.operands ?? '') && 'operands',
  ].filter((row) => row !== false);
  return [...shownLists.flatMap((list) => splitOptions(facts[list])).map(optionName), ...others];
}
