import type { ProgramFacts } from './program-facts.ts';

const effects = [
  'runs',
  'writes',
  'writesBelow',
  'writesHere',
  'writesInstead',
  'writesUnknown',
  'reads',
  'readsNames',
  'readsAt',
  'readOnly',
  'changesFolder',
  'changesOperands',
  'edits',
  'recursive',
] as const satisfies readonly (keyof ProgramFacts)[];
const withValue: ReadonlySet<string> = new Set(
  'none writes writesBelow writesInstead reads readsNames readsAt changesFolder'.split(' '),
);
const harmless: ReadonlySet<string> = new Set('none reads readsNames readsAt readOnly recursive'.split(' '));

/** @internal Effect of an option. An option with the effect `none` only takes a value. */
export type OptionEffect = 'none' | (typeof effects)[number];

/** @internal An option, its effect and its values. */
export interface OptionFact {
  readonly option: string;
  readonly effect: OptionEffect;
  /** Number of words in the option's value. */
  readonly values: 0 | 1 | 2;
  /** True if the option's value must be attached to the option and may be omitted. */
  readonly isGlued: boolean;
}

/** @internal A program's options, and the roles and risks of its other words. */
export interface OptionTable {
  readonly options: ReadonlyMap<string, OptionFact>;
  /** Options after which the first operand is not a pattern or script. */
  readonly replacesFirst: ReadonlySet<string>;
  /** Options whose value is a script. */
  readonly scripts: ReadonlySet<string>;
  /** Roles of the operands, with `*` if any number may follow. */
  readonly roles: readonly string[];
  /** Characters that make a word an option if they occur at its start. */
  readonly signs: readonly string[];
  /** True if an unknown word could be an option that runs a program or writes a file. */
  readonly isRisky: boolean;
}

const tables = new WeakMap<ProgramFacts, OptionTable>();

/** @internal Returns the options of a program, keyed by spelling; creates the table on first use. */
export function optionTable(facts: ProgramFacts): OptionTable {
  const known = tables.get(facts);
  if (known !== undefined) return known;
  const table = createTable(facts);
  tables.set(facts, table);
  return table;
}

function createTable(facts: ProgramFacts): OptionTable {
  const options = new Map<string, OptionFact>();
  for (const option of split(facts.replacesFirst)) options.set(option, { ...harmlessFlag, option });
  const values = [...split(facts.values), ...split(facts.script?.options)];
  for (const entry of values) addOption(options, { entry, effect: 'none' });
  for (const effect of effects) for (const entry of split(facts[effect])) addOption(options, { entry, effect });
  return {
    options,
    replacesFirst: new Set(split(facts.replacesFirst)),
    scripts: new Set(split(facts.script?.options)),
    roles: split(facts.operands),
    signs: [...options.keys()].filter((option) => option.length === 1),
    isRisky:
      facts.script !== undefined ||
      facts.subcommands !== undefined ||
      [...options.values()].some(({ effect }) => !harmless.has(effect)),
  };
}

const harmlessFlag = { effect: 'none', values: 0, isGlued: false } as const;

function addOption(
  options: Map<string, OptionFact>,
  { entry, effect }: { readonly entry: string; readonly effect: OptionEffect },
): void {
  const [, option = entry, mark] = /^(.+?)(=[=?]?)?$/.exec(entry) ?? [];
  const values = mark === '==' ? 2 : mark !== '=?' && (mark === '=' || withValue.has(effect)) ? 1 : 0;
  options.set(option, { option, effect, values, isGlued: mark === '=?' });
}

function split(list: string | undefined): readonly string[] {
  return list === undefined ? [] : list.split(/\s+/).filter((entry) => entry !== '');
}
