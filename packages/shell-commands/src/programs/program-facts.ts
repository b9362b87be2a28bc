/**
 * Facts about a program: options that matter to a policy, and roles of its operands. Everything in a list is separated
 * by blanks; an option that takes a value ends in `=`. A long option also covers its abbreviations, a short one its
 * glued and bundled forms.
 */
export interface ProgramFacts {
  /** Harmless options whose value is the next word, without `=`. All others are taken for flags. */
  readonly values?: string;
  /** Options that run a program, load code, or read options or a script from a file. */
  readonly runs?: string;
  /** Options whose value is a file that is written. */
  readonly writes?: string;
  /** Options whose value is a folder; everything in it may be written. */
  readonly writesBelow?: string;
  /** Options whose value is a file that is read. */
  readonly reads?: string;
  /** Options that change the folder to which other paths are relative. */
  readonly changesFolder?: string;
  /** Flags with which the program also writes its read operands: `sed -i`. */
  readonly edits?: string;
  /** Flags with which it writes into its working folder without naming files: `tar -x`. */
  readonly writesHere?: string;
  /** Flags with which it changes its operands and everything below them: `find -delete`. */
  readonly changesOperands?: string;
  /** Flags with which operands stand for everything below them. */
  readonly recursive?: string;
  /**
   * Roles of the operands in order; the last may end in `*` for any number, or be followed by one more for the very
   * last operand (`read* write`). `text` is not a file. Default: operands are not files.
   */
  readonly operands?: string;
  /** Options after which the first operand, a pattern or script, is not given: `grep -e`. */
  readonly replacesFirst?: string;
  /** Path used when there is no operand with a role other than `text`. Default: none. */
  readonly noOperand?: string;
  /** Operands `key=value` and their roles: `dd of=`. */
  readonly keys?: Readonly<Record<string, OperandRole>>;
  /** Text of a script in the first operand or in the value of these options that can run or write by itself. */
  readonly script?: { readonly language: 'sed' | 'awk'; readonly options: string };
  /** True if a single dash also begins long names, so that letters are not bundled: `find`, `java`. */
  readonly singleDash?: true;
  /** True if the first operand may be options without a dash: `tar xf a.tar`. */
  readonly bareOptions?: true;
  /** True if everything from the first option or parenthesis on is an expression without operands: `find`. */
  readonly operandsFirst?: true;
  /** True if `--` does not end the options. */
  readonly noDoubleDash?: true;
  /** Writes into its working folder without naming files: `git checkout`, `unzip`. */
  readonly writesFolder?: true;
  /** It can do anything, whatever its arguments: an interpreter, a build tool, a package manager. */
  readonly anything?: true;
  /** Facts by the first operand. The options of the program itself count only before it. */
  readonly subcommands?: Readonly<Record<string, ProgramFacts>>;
}

/**
 * Role of an operand: a file that is `read` or `write`n, a folder to `search` or to `list`, a `tree` that is changed
 * with everything below it, a `text` that is not a file.
 */
export type OperandRole = 'read' | 'write' | 'search' | 'list' | 'tree' | 'text';
