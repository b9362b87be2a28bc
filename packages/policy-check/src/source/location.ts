/**
 * A range in the text: lines and columns start at 1, columns are measured in UTF-16 units, and the end is exclusive.
 */
export interface TextRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A part of a text, in UTF-16 units from its start. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * A location in a file, as a range for people and as a JSON pointer (RFC 6901) for programs; `''` is the whole file.
 */
export interface Location extends TextRange {
  readonly file: string;
  readonly pointer: string;
}
