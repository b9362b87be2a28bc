import type { ShellWord } from '../analysis.ts';
import { type NodeRange, partOf, unreadable } from '../walk/source.ts';
import { enterDepth, type StartedProgram, type Walk } from '../walk/walk.ts';

/** @internal A call of a program that starts another program. */
export interface WrapperCall {
  readonly started: StartedProgram;
  /** The wrapper's own need: `wrapper` or `rule`. */
  readonly need: 'wrapper' | 'rule';
}

/** @internal Starts the program inside a wrapper. */
export function startInner(walk: Walk, { started }: WrapperCall, words: readonly ShellWord[]): void {
  const { depth } = walk;
  walk.depth = enterDepth(walk, started.node);
  const node = findPlace(started, words);
  walk.startProgram(walk, { words, node, ...partOf(walk, node) });
  walk.depth = depth;
}

// Limits the search in a long command that starts many programs.
const maxSearchedLength = 10_000;

/** Returns the position of the words if they are contiguous in the text. */
function findPlace({ text, node }: StartedProgram, words: readonly ShellWord[]): NodeRange {
  const part = words
    .map((word) => word.text)
    .filter((one) => one !== '')
    .join(' ');
  const at = text.length > maxSearchedLength ? -1 : text.lastIndexOf(part);
  return at < 0 ? node : { pos: node.pos + at, end: node.pos + at + part.length };
}

/** @internal Text that a wrapper replaces in the words of the program, and the kind of the resulting word. */
export interface ReplacedText {
  readonly replaced: string;
  readonly kind: 'one' | 'names';
}

/**
 * @internal Marks a word as not fixed, starting at the text that a wrapper replaces or at a part that the following
 * text could complete.
 */
export function openAt(word: ShellWord, { replaced, kind }: ReplacedText): ShellWord {
  const { value } = word;
  let at = value.indexOf(replaced);
  const first = Math.max(0, value.length - replaced.length);
  for (let start = first; at < 0 && word.kind !== 'literal' && start < value.length; start++)
    if (replaced.startsWith(value.slice(start))) at = start;
  if (at < 0) return word;
  const isOne = word.kind === 'literal' || word.kind === 'one';
  return { value: value.slice(0, at), text: word.text, kind: isOne ? kind : word.kind };
}

/** @internal Arguments of a wrapper: its options, and the index of the first word after them. */
export interface WrapperOptions {
  readonly end: number;
  /** Options with their values, in order. */
  readonly found: readonly FoundOption[];
}

/** @internal Reads a wrapper's options according to its grammar, and refuses options that are not in the grammar. */
export function readWrapperOptions(walk: Walk, lists: OptionLists, started: StartedProgram): WrapperOptions {
  const { words } = started;
  const found: FoundOption[] = [];
  let end = 1;
  for (; end < words.length; end++) {
    const word = words[end] as ShellWord;
    if (!word.value.startsWith('-')) break;
    if (word.kind === 'literal' && (word.value === '--' || (word.value === '-' && lists.flags.has('-'))))
      return { end: end + 1, found };
    const options = readOptions(lists, word);
    const last = options?.at(-1);
    if (last === undefined) refuse(walk, started, word);
    if (last.isIncomplete === true) last.value = words[++end];
    if (last.isIncomplete === true && !isOneWord(last.value)) refuse(walk, started, word);
    found.push(...(options ?? []));
  }
  return { end, found };
}

/** @internal An option of a wrapper. */
export interface FoundOption {
  readonly option: string;
  value?: ShellWord | undefined;
  /** True if the value is the next word. */
  readonly isIncomplete?: true;
}

/** Reads the options in a word; undefined if any of them is unknown. */
function readOptions({ flags, values, optional }: OptionLists, word: ShellWord): readonly FoundOption[] | undefined {
  const { value, kind } = word;
  if (flags.has(value) && kind === 'literal') return [{ option: value }];
  const [, name = '', text = ''] = /^(--[\w-]+)=(.*)$/s.exec(value) ?? [];
  if (values.has(name) && isOneWord(word)) return [{ option: name, value: { ...word, value: text } }];
  if (kind !== 'literal') return undefined;
  if (value.startsWith('--')) return values.has(value) ? [{ option: value, isIncomplete: true }] : undefined;
  const found: FoundOption[] = [];
  for (let at = 1; at < value.length; at++) {
    const option = `-${value[at] ?? ''}`;
    const rest = value.slice(at + 1);
    if (values.has(option))
      return [...found, rest === '' ? { option, isIncomplete: true } : { option, value: { ...word, value: rest } }];
    if (!flags.has(option)) return undefined;
    if (optional?.has(option) === true && rest !== '') return [...found, { option, value: { ...word, value: rest } }];
    found.push({ option });
  }
  return found;
}

function isOneWord(word: ShellWord | undefined): boolean {
  return word?.kind === 'literal' || word?.kind === 'one';
}

function refuse(walk: Walk, { words, node }: StartedProgram, { text }: ShellWord): never {
  return unreadable(walk, node, `the unknown option ${text} of '${words[0]?.value ?? ''}'`);
}

/** @internal Options of a wrapper: flags, and options with a value. */
export interface OptionLists {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  /** Flags that take the rest of their word as a value: `xargs -i`. */
  readonly optional?: ReadonlySet<string>;
}
