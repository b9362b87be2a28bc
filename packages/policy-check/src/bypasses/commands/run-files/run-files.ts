/** Files that a program runs, or that determine which files it runs. The items in each list are separated by blanks. */
export interface RunFiles {
  /** Names of programs. */
  readonly of: string;
  /** First operands or options with which the program runs the files. Default: any operand or option, or none. */
  readonly with?: string;
  /** Words that prevent the program from running such files. */
  readonly except?: string;
  /**
   * Alternatives, relative to the working folder; `+` joins files that are needed together. `{operand}` is the first
   * operand, `{last}` is the last word, and `{module}` is the value of `-m`. Default: none.
   */
  readonly files?: string;
  /** Same as `files`, but for files that the program runs by convention. */
  readonly likely?: string;
}
