/**
 * A text of which only the two ends are known: `prefix`, then anything, then `suffix`. Whatever is between them, the whole is at least
 * one code unit longer than the prefix.
 */
export interface KnownText {
  readonly prefix: string;
  readonly suffix: string;
  /** Whether what is between the ends holds no `/`. */
  readonly isFlat: boolean;
}

// A position is a number: those of the prefix from 0 up to its length, then those of the suffix, beginning one behind. The last of the
// prefix and the first of the suffix are apart, since what is between them is not known.

/** The position at which the suffix begins. */
export function suffixStart({ prefix }: KnownText): number {
  return prefix.length + 1;
}

/** The position behind the last code unit. */
export function textEnd(text: KnownText): number {
  return suffixStart(text) + text.suffix.length;
}

/** Every position that is known, in order. */
export function* positions(text: KnownText): Iterable<number> {
  for (let at = 0; at <= textEnd(text); at++) yield at;
}

/** The code unit at a position, `end` behind the last one, or `unknown` behind the prefix. */
export function unitAt(text: KnownText, at: number): number | 'end' | 'unknown' {
  if (at < text.prefix.length) return text.prefix.charCodeAt(at);
  if (at === text.prefix.length) return 'unknown';
  return at === textEnd(text) ? 'end' : text.suffix.charCodeAt(at - suffixStart(text));
}

/** The code unit before a position, `start` before the first one, or `unknown` before the suffix. */
export function unitBefore(text: KnownText, at: number): number | 'start' | 'unknown' {
  if (at === 0) return 'start';
  if (at <= text.prefix.length) return text.prefix.charCodeAt(at - 1);
  return at === suffixStart(text) ? 'unknown' : text.suffix.charCodeAt(at - 1 - suffixStart(text));
}
