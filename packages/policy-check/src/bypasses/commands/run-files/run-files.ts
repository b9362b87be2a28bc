/** Files that a program runs, or that determine what it runs. The items of each list are separated by blanks. */
export interface RunFiles {
  /** Names of programs. */
  readonly of: string;
  /** First operands or options with which the program runs the files. Default: any or none. */
  readonly with?: string;
  /** Words that keep the program from running such files. */
  readonly except?: string;
  /**
   * Alternatives, relative to the working folder; `+` joins files that are needed together. `{operand}` is the first
   * operand, `{last}` the last word and `{module}` the value of `-m`. Default: none.
   */
  readonly files?: string;
  /** Same as `files`, but for files that the program runs by convention. */
  readonly likely?: string;
  /** Manual that documents this behaviour. */
  readonly source: string;
}
