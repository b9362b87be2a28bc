/** A part of a pattern as written: offsets in UTF-16 units; `end` is exclusive and follows the quantifier. */
export interface RegexItem {
  readonly kind: 'literal' | 'dot' | 'class' | 'set' | 'start' | 'end' | 'boundary' | 'group' | 'look';
  readonly start: number;
  readonly end: number;
  /** The character of a `literal`, with its escape resolved. */
  readonly character?: string;
  /** The alternatives in a `group` or a `look`. */
  readonly options?: readonly RegexOption[];
  readonly isNegative?: boolean;
  readonly min: number;
  readonly max: number;
}

/** One of the alternatives separated by `|`. */
export interface RegexOption {
  readonly items: readonly RegexItem[];
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a pattern that `compilePattern` accepts into its shape, for analysis and rewriting; only `compilePattern`
 * determines the strings that the pattern matches.
 */
export function readRegexShape(source: string): readonly RegexOption[] {
  return readOptions({ source, at: 0 });
}

interface Cursor {
  readonly source: string;
  at: number;
}

function readOptions(cursor: Cursor): readonly RegexOption[] {
  const options = [readOption(cursor)];
  while (cursor.source[cursor.at] === '|') {
    cursor.at++;
    options.push(readOption(cursor));
  }
  return options;
}

function readOption(cursor: Cursor): RegexOption {
  const start = cursor.at;
  const items: RegexItem[] = [];
  while (cursor.at < cursor.source.length && !/[|)]/.test(cursor.source[cursor.at] ?? '')) items.push(readItem(cursor));
  return { items, start, end: cursor.at };
}

function readItem(cursor: Cursor): RegexItem {
  const start = cursor.at;
  const atom = readAtom(cursor);
  quantifier.lastIndex = cursor.at;
  const written = quantifier.exec(cursor.source)?.[0] ?? '';
  cursor.at += written.length;
  return { ...atom, ...boundsOf(written), start, end: cursor.at };
}

const quantifier = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y;

function boundsOf(written: string): { readonly min: number; readonly max: number } {
  if (written === '') return { min: 1, max: 1 };
  if (written.startsWith('{')) {
    const [, min = '0', comma, max = ''] = /^\{(\d+)(,?)(\d*)\}/.exec(written) ?? [];
    if (comma === '') return { min: Number(min), max: Number(min) };
    return { min: Number(min), max: max === '' ? Number.POSITIVE_INFINITY : Number(max) };
  }
  return { min: written.startsWith('+') ? 1 : 0, max: written.startsWith('?') ? 1 : Number.POSITIVE_INFINITY };
}

type Atom = Omit<RegexItem, 'start' | 'end' | 'min' | 'max'>;

function readAtom(cursor: Cursor): Atom {
  const character = cursor.source[cursor.at] ?? '';
  if (character === '(') return readGroup(cursor);
  if (character === '[') return readClass(cursor);
  if (character === '\\') return readEscape(cursor);
  cursor.at++;
  if (character === '^') return { kind: 'start' };
  if (character === '$') return { kind: 'end' };
  return character === '.' ? { kind: 'dot' } : { kind: 'literal', character };
}

function readGroup(cursor: Cursor): Atom {
  const opening = /\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/y;
  opening.lastIndex = cursor.at;
  const written = opening.exec(cursor.source)?.[0] ?? '(';
  cursor.at += written.length;
  const options = readOptions(cursor);
  if (cursor.source[cursor.at] === ')') cursor.at++;
  const sign = written.at(-1);
  return sign === '=' || sign === '!'
    ? { kind: 'look', options, isNegative: sign === '!' }
    : { kind: 'group', options };
}

function readClass(cursor: Cursor): Atom {
  const { source } = cursor;
  cursor.at++;
  while (cursor.at < source.length && source[cursor.at] !== ']') cursor.at += source[cursor.at] === '\\' ? 2 : 1;
  cursor.at++;
  return { kind: 'class' };
}

function readEscape(cursor: Cursor): Atom {
  const pattern = /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|c[a-zA-Z]|\d+|[\s\S]|$)/y;
  pattern.lastIndex = cursor.at;
  const written = pattern.exec(cursor.source)?.[0] ?? '\\';
  cursor.at += written.length;
  const letter = written[1] ?? '';
  if (letter === 'b' || letter === 'B') return { kind: 'boundary' };
  return /^[a-zA-Z\d]/.test(letter) ? { kind: 'set' } : { kind: 'literal', character: letter };
}

/** True if an alternative specifies text that must not match. */
export function hasExclusion({ items }: RegexOption): boolean {
  return items.some((item) => item.isNegative === true || (item.options ?? []).some(hasExclusion));
}
