/** Files that a program runs, or that say what it runs. Everything in a list is separated by blanks. */
export interface RunFiles {
  /** Names of programs. */
  readonly of: string;
  /** First operands, or options, with which it runs them. Default: any, or none. */
  readonly with?: string;
  /** Words with which it runs nothing of the kind. */
  readonly except?: string;
  /**
   * Alternatives, relative to the working folder; `+` joins files that are needed together. `{operand}` is the first
   * operand, `{last}` the last word and `{module}` the value of `-m`. Default: none.
   */
  readonly files?: string;
  /** The same for files that it runs by convention. */
  readonly likely?: string;
  /** Manual in which this is written. */
  readonly source: string;
}
