import type { JsonObject } from '@modegate/json';

/** Range of lines that an entry occupies; `end` is exclusive. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Location of an entry in a file. */
export interface SectionKey {
  /** Key of the map. */
  readonly rootKey: string;
  readonly name: string;
}

/** A format whose files are edited entry by entry, as ranges of lines. Every edit is checked by parsing the result. */
export interface SectionFormat {
  /** Name of the format in messages. */
  readonly title: string;
  /** Parses the text of a file. @throws `SectionSyntaxError` */
  readonly parse: (text: string) => JsonObject;
  /** Finds the lines of an entry; returns undefined if the entry is missing or has a different layout. */
  readonly find: (lines: readonly string[], key: SectionKey) => LineRange | undefined;
  /** Adds an entry to the lines. */
  readonly add: (lines: readonly string[], key: SectionKey, value: JsonObject) => readonly string[];
  /** Masks a line for display; only keys known to be in the file remain visible. */
  readonly mask: (line: string, keys: ReadonlySet<string>) => string;
}
