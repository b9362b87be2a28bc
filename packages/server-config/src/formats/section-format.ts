import type { JsonObject } from '@modegate/json';

/** The lines of an entry, from the first to the one after the last. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Where one entry of a map is to be found. */
export interface SectionKey {
  /** The key of the map. */
  readonly rootKey: string;
  readonly name: string;
}

/** A format whose files are edited by the lines of one entry; every edit is checked by reading the result. */
export interface SectionFormat {
  /** As messages call it. */
  readonly title: string;
  /** The value of a text. @throws `SectionSyntaxError` */
  readonly parse: (text: string) => JsonObject;
  /** The lines of an entry; undefined where the layout is another, or it is not there. */
  readonly find: (lines: readonly string[], key: SectionKey) => LineRange | undefined;
  /** The lines with one more entry. */
  readonly add: (lines: readonly string[], key: SectionKey, value: JsonObject) => readonly string[];
  /** A line for display with no more of it than the keys that a file is known to have. */
  readonly mask: (line: string, keys: ReadonlySet<string>) => string;
}
