/**
 * Facts about a program: options that matter to a policy, and roles of its operands. An option in no list is a harmless
 * flag; each option is in one list only. The options in a list are separated by blanks. Options in `values`, in the
 * lists for files and in `changesFolder` take a value; other options do so only with `=` at the end. Of these,
 * `--arg==` takes the next two words, both of which count, and `-i=?` takes only a glued value, or none.
 *
 * A word is first compared as a whole. A long option also covers its abbreviations, and a short one its glued and
 * bundled forms. `+` or `@` alone stands for every word that begins with that character.
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
  /** Flags that make the program write files that the command does not name, or names only in part. */
  readonly writesUnknown?: string;
  /** Options whose value is a folder; everything in it may be written. */
  readonly writesBelow?: string;
  /** Options whose value is the folder to which `writesFolder` refers: `unzip -d`. */
  readonly writesInstead?: string;
  /** Options whose value is a file that is read. */
  readonly reads?: string;
  /** Options whose value is a file that lists files, which are read as well. */
  readonly readsNames?: string;
  /** Options whose value names files that are read if it contains `@` or `<`: `curl -d @file`. */
  readonly readsAt?: string;
  /** Options that change the folder to which other paths are relative. */
  readonly changesFolder?: string;
  /**
   * Flags with which the program also writes its read operands: `sed -i`. If a flag has a value, the value is the
   * suffix of a copy's name.
   */
  readonly edits?: string;
  /**
   * Flags with which the program only reads files that it would otherwise write, if the flags precede the operands:
   * `gzip -c`. In that case, all options of the program that take a value must be in a list.
   */
  readonly readOnly?: string;
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
  /** Options that replace the first operand, a pattern or script: `grep -e`. They may be in no other list. */
  readonly replacesFirst?: string;
  /**
   * Folder used when there is no operand with a role other than `text`; if that role is `read`, only with a flag from
   * `recursive`. Default: none.
   */
  readonly noOperand?: string;
  /** Roles of `key=value` operands by their key, with `=`: `dd of=`. */
  readonly keys?: Readonly<Record<string, OperandRole>>;
  /** Script in the first operand, or in the value of these options, that can run, write or read. */
  readonly script?: { readonly language: ScriptLanguage; readonly options: string };
  /** True if a single dash also begins long names, so that letters are not bundled: `find`, `java`. */
  readonly singleDash?: true;
  /** True if the first operand may be options without a dash: `tar xf a.tar`. */
  readonly bareOptions?: true;
  /** True if everything from the first option or parenthesis onwards is an expression without operands: `find`. */
  readonly operandsFirst?: true;
  /** True if `--` does not end the options. */
  readonly noDoubleDash?: true;
  /** True if the program writes into its working folder without naming files: `git checkout`, `unzip`. */
  readonly writesFolder?: true;
  /** True if the program reads files in its working folder, or their history, without naming them: `git diff`. */
  readonly readsFolder?: true;
  /** True if the program can do anything, whatever its arguments: an interpreter, a build tool, a package manager. */
  readonly anything?: true;
  /**
   * Facts by the first operand. The options of the program itself count only before it. With an operand that is missing
   * here, a program without `operands` can do anything.
   */
  readonly subcommands?: Readonly<Record<string, ProgramFacts>>;
}

/**
 * Role of an operand: a file that is `read` or `write`n, a folder to `search` or to `list`, a `tree` that is changed
 * with everything below it, a `text` that is not a file, or an `address` that is a file unless it begins with `http://`
 * or `https://`.
 */
export type OperandRole = 'read' | 'write' | 'search' | 'list' | 'tree' | 'text' | 'address';

/** Languages of scripts whose effects are known. */
export type ScriptLanguage = 'sed' | 'awk' | 'jq';
