import { showText } from './shown-text.ts';

const content: unique symbol = Symbol('markup');

/** A piece of HTML or SVG. Only {@link markup} creates such pieces, so anything inserted into a piece is escaped. */
export interface Markup {
  readonly [content]: string;
}

/** Values that may be inserted: a list inserts all of its pieces, whereas `undefined` and `false` insert nothing. */
export type MarkupValue = string | number | Markup | undefined | false | readonly MarkupValue[];

/**
 * Creates HTML or SVG from a template. Inserted text remains text, even inside quoted attributes, and characters that
 * hide or reorder text are made visible.
 */
export function markup(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return { [content]: strings.map((part, index) => part + insert(values[index])).join('') };
}

/** Returns the text of a piece of markup. */
export function renderMarkup(piece: Markup): string {
  return piece[content];
}

/**
 * @internal Inserts the program's own text, such as a style sheet, unescaped. Never use it for text from other sources.
 */
export function trustedMarkup(text: string): Markup {
  return { [content]: text };
}

function insert(value: MarkupValue): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  return isList(value) ? value.map(insert).join('') : value[content];
}

function isList(value: Markup | readonly MarkupValue[]): value is readonly MarkupValue[] {
  return Array.isArray(value);
}

/**
 * The second of two consecutive `#` is also escaped, because CI runners search the output of a job for `##[error]` and
 * similar commands.
 */
function escapeText(text: string): string {
  return showText(text).replaceAll(/[&<>"']|(?<=#)#/g, (character) => `&#${character.charCodeAt(0)};`);
}
