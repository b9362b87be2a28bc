/**
 * Facts about a program: options that matter to a policy, and roles of its operands. An option in no list is a harmless
 * flag. The options of a list are separated by blanks, each is in one list only, and they are written as follows:
 *
 * - `-f`: a flag. `-o=`: its value is glued or the next word. `--arg==`: its values are the next two words, and the
 *   role of the list is that of both. `-i=?`: its value is glued, or left out.
 * - A word is compared whole first. A long option also covers its abbreviations, a short one its glued and bundled forms.
 * - `+` and `@` alone: every word that begins with that sign.
 */
export interface ProgramFacts {
  /** Harmless options that take a value. */
  readonly values?: string;
  /**
   * Options that run a program, load code, read options, a script or configuration from a file, or change the machine
   * itself.
   */
  readonly runs?: string;
  /** Options whose value is a file that is written. */
  readonly writes?: string;
  /** Options with which files are written that the command does not name. */
  readonly writesUnknown?: string;
  /** Options whose value is a folder; everything in it may be written. */
  readonly writesBelow?: string;
  /** Options whose value is a file that is read. */
  readonly reads?: string;
  /** Options whose value is a file that lists files, which are read. */
  readonly readsNames?: string;
  /** Options whose value names files that are read if it contains `@` or `<`: `curl -d @file`. */
  readonly readsAt?: string;
  /**
   * Options that change the folder to which operands are relative and which is written; the values of other options
   * then count for both folders.
   */
  readonly changesFolder?: string;
  /**
   * Options with which the program also writes its `read` operands (with a value, also those names with the value at the
   * end), and changes everything below its `search` and `list` operands: `sed -i`, `find -delete`.
   */
  readonly edits?: string;
  /** Flags with which it reads what it would write otherwise, `writesFolder` included: `gzip -c`. */
  readonly readOnly?: string;
  /** Options with which operands stand for everything below them. */
  readonly recursive?: string;
  /**
   * Roles of the operands in order; the last may end in `*` for any number, or be followed by one more for the very
   * last operand (`read* write`). Default: operands are not files.
   */
  readonly operands?: string;
  /** Options, without `=`, after which the first operand, a pattern or script, is not given: `grep -e`. */
  readonly replacesFirst?: string;
  /**
   * Folder used when there is no operand with a role other than `text`; where that role is `read`, only with an option
   * of `recursive`. Default: none.
   */
  readonly noOperand?: string;
  /** Operands `key=value` and their roles: `dd of=`. */
  readonly keys?: Readonly<Record<string, OperandRole>>;
  /** Script in the first operand, or in the value of these options, that can run, write or read by itself. */
  readonly script?: { readonly language: 'sed' | 'awk' | 'jq'; readonly options: string };
  /** True if the first word may be short options without their dash: `tar xf`. */
  readonly bundle?: true;
  /** True if a single dash also begins long names, so that letters are not bundled: `find`, `java`. */
  readonly singleDash?: true;
  /** True if `--` does not end the options. */
  readonly noDoubleDash?: true;
  /**
   * Writes files in its working folder without naming them, always or with these flags; an option of `writesBelow` names
   * another folder: `git checkout`, `unzip`.
   */
  readonly writesFolder?: true | string;
  /** Reads files in its working folder, or their history, without naming them: `git diff`. */
  readonly readsFolder?: true;
  /** It can do anything, whatever its arguments: an interpreter, a build tool, a package manager. */
  readonly anything?: true;
  /**
   * Facts by the first operand, which hold instead of these for the words behind it. An operand that is not here is one
   * of `operands`; without `operands`, the program can do anything with it.
   */
  readonly subcommands?: Readonly<Record<string, ProgramFacts>>;
}

/**
 * Role of an operand: a file that is `read` or `write`n, a folder to `search` or to `list`, a file or folder (`tree`)
 * that is changed with everything below it, a `text` that is no file, an `address`, which is a file that is read unless
 * it begins with `http://` or `https://`.
 */
export type OperandRole = 'read' | 'write' | 'search' | 'list' | 'tree' | 'text' | 'address';
