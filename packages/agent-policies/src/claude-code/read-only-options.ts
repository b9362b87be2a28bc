/** Options with which a program only reads data, separated by spaces. */
export interface ReadOnlyOptions {
  readonly flags?: string;
  /** Options with a value. */
  readonly texts?: string;
  /** Options whose value is a number. */
  readonly numbers?: string;
  /** Options whose value has a fixed form. */
  readonly fixed?: Readonly<Record<string, RegExp>>;
  /** True if options may follow `--`. */
  readonly readsAll?: boolean;
  /** Programs that this program may start, if it starts any. */
  readonly programs?: string;
}

/** True if Claude Code knows every option among the arguments of a program. */
export function hasOnlyListedOptions(program: string, table: ReadOnlyOptions, rest: readonly string[]): boolean {
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    if (table.programs !== undefined && (word === '--' || !word.startsWith('-')))
      return listed(table.programs).has(word === '--' ? (rest[at + 1] ?? '') : word);
    if (word === '--' && table.readsAll !== true) return true;
    if (word === '--' || !isOption(word)) continue;
    const [option = '', ...values] = word.split('=');
    const form = formOf(table, option);
    if (form === undefined) {
      if (!isNumbered(program, table, option) && !isCluster(table, option)) return false;
    } else if (form === 'flag') {
      if (values.length > 0) return false;
    } else {
      if (values.length === 0) at += 1;
      const value = values.length > 0 ? values.join('=') : rest[at];
      if (value === undefined || (values.length === 0 && isOption(value)) || !form.test(value)) return false;
      if (form === anything && value.startsWith('-') && !(option === '--sort' && program === 'git')) return false;
    }
  }
  return true;
}

const anything = /^/;

function formOf(table: ReadOnlyOptions, option: string): RegExp | 'flag' | undefined {
  if (listed(table.flags).has(option)) return 'flag';
  if (listed(table.texts).has(option)) return anything;
  return listed(table.numbers).has(option) ? /^\d+$/ : table.fixed?.[option];
}

/** True for an option such as `-5` for `git`, or `-A5` for programs that search. */
function isNumbered(program: string, table: ReadOnlyOptions, option: string): boolean {
  if (program === 'git' && /^-\d+$/.test(option)) return true;
  if (!/^(grep|egrep|fgrep|rg)$/.test(program) || !/^-[^-]\d+$/.test(option)) return false;
  const form = formOf(table, option.slice(0, 2));
  return form !== undefined && form !== 'flag';
}

/** True for several letters after one hyphen, none of which takes a value. */
function isCluster(table: ReadOnlyOptions, option: string): boolean {
  if (option.startsWith('--') || option.length < 3) return false;
  return option
    .slice(1)
    .split('')
    .every((letter) => formOf(table, `-${letter}`) === 'flag');
}

function isOption(word: string): boolean {
  return /^-[\w-]/.test(word);
}

const sets = new Map<string, ReadonlySet<string>>();

function listed(text = ''): ReadonlySet<string> {
  const found = sets.get(text) ?? new Set(text.split(/\s+/).filter(Boolean));
  sets.set(text, found);
  return found;
}
