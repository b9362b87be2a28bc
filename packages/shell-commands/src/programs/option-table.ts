import type { ProgramFacts } from './program-facts.ts';

/** @internal Effect of an option. `none` only takes a value. */
export type OptionEffect =
  | 'none'
  | 'runs'
  | 'writes'
  | 'writesBelow'
  | 'writesHere'
  | 'reads'
  | 'changesFolder'
  | 'changesOperands'
  | 'edits'
  | 'recursive';

/** @internal */
export interface OptionFact {
  readonly option: string;
  readonly effect: OptionEffect;
  readonly takesValue: boolean;
}

/** @internal Options of a program, and what its other words can do. */
export interface OptionTable {
  readonly options: ReadonlyMap<string, OptionFact>;
  /** Options after which the first operand is not a pattern or script. */
  readonly replacesFirst: ReadonlySet<string>;
  /** Options whose value is a script. */
  readonly scripts: ReadonlySet<string>;
  /** Roles of the operands, with `*` where any number may follow. */
  readonly roles: readonly string[];
  /** True if a word that is not known could be an option that runs or writes. */
  readonly isRisky: boolean;
}

const effects: readonly OptionEffect[] = [
  'runs',
  'writes',
  'writesBelow',
  'writesHere',
  'reads',
  'changesFolder',
  'changesOperands',
  'edits',
  'recursive',
];
const withValue: ReadonlySet<OptionEffect> = new Set(['none', 'writes', 'writesBelow', 'reads', 'changesFolder']);
const harmless: ReadonlySet<OptionEffect> = new Set(['none', 'reads', 'recursive']);

const tables = new WeakMap<ProgramFacts, OptionTable>();

/** @internal Returns the options of a program by spelling; created on first use. */
export function optionTable(facts: ProgramFacts): OptionTable {
  const known = tables.get(facts);
  if (known !== undefined) return known;
  const table = createTable(facts);
  tables.set(facts, table);
  return table;
}

function createTable(facts: ProgramFacts): OptionTable {
  const options = new Map<string, OptionFact>();
  for (const option of split(facts.values)) options.set(option, { option, effect: 'none', takesValue: true });
  for (const effect of effects)
    for (const entry of split(facts[effect as keyof ProgramFacts] as string | undefined)) {
      const option = entry.replace(/=$/, '');
      const takesValue = withValue.has(effect) || entry.endsWith('=') || options.get(option)?.takesValue === true;
      options.set(option, { option, effect, takesValue });
    }
  return {
    options,
    replacesFirst: new Set(split(facts.replacesFirst)),
    scripts: new Set(split(facts.script?.options)),
    roles: split(facts.operands),
    isRisky:
      facts.script !== undefined ||
      facts.subcommands !== undefined ||
      [...options.values()].some(({ effect }) => !harmless.has(effect)),
  };
}

function split(list: string | undefined): readonly string[] {
  return list === undefined ? [] : list.split(/\s+/).filter((entry) => entry !== '');
}
