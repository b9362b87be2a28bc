/**
 * Text whose ends are known and whose middle is unknown: `prefix`, then anything, then `suffix`. The text is at least
 * one code unit longer than the prefix.
 */
export interface KnownText {
  readonly prefix: string;
  readonly suffix: string;
  /** True if there is no `/` between the ends. */
  readonly isFlat: boolean;
}

// A position is a number: 0 up to the length of the prefix, then a gap of one, then the positions of the suffix. The
// gap separates the end of the prefix from the start of the suffix, because the text between them is unknown.

/** Returns the position at which the suffix starts. */
export function suffixStart({ prefix }: KnownText): number {
  return prefix.length + 1;
}

/** Returns the position after the last code unit. */
export function textEnd(text: KnownText): number {
  return suffixStart(text) + text.suffix.length;
}

/** Yields all known positions, in order. */
export function* positions(text: KnownText): Iterable<number> {
  for (let at = 0; at <= textEnd(text); at++) yield at;
}

/** Returns the code unit at a position, `end` after the last code unit, or `unknown` after the prefix. */
export function unitAt(text: KnownText, at: number): number | 'end' | 'unknown' {
  if (at < text.prefix.length) return text.prefix.charCodeAt(at);
  if (at === text.prefix.length) return 'unknown';
  return at === textEnd(text) ? 'end' : text.suffix.charCodeAt(at - suffixStart(text));
}

/** Returns the code unit before a position, `start` before the first code unit, or `unknown` before the suffix. */
export function unitBefore(text: KnownText, at: number): number | 'start' | 'unknown' {
  if (at === 0) return 'start';
  if (at <= text.prefix.length) return text.prefix.charCodeAt(at - 1);
  return at === suffixStart(text) ? 'unknown' : text.suffix.charCodeAt(at - 1 - suffixStart(text));
}
