/**
 * Facts about a program: options that matter to a policy, and roles of its operands. An option that is in no list is a
 * harmless flag; no option is in more than one list. The options in a list are separated by spaces. Options in
 * `values`, in the lists for files and in `changesFolder` take a value; other options do so only with `=` at the end.
 * Of these, `--arg==` takes the next two words, both of which are its values, and `-i=?` takes only an attached value,
 * or none.
 *
 * A word is first compared as a whole. A long option also matches its abbreviations, and a short option also matches
 * its attached and bundled forms. `+` or `@` alone represents every word that begins with that character.
 */
export interface ProgramFacts {
  /** Harmless options that take a value. */
  readonly values?: string;
  /**
   * Options that run a program, load code, read options, a script or configuration from a file, or change the machine
   * itself.
   */
  readonly runs?: string;
  /** Options whose value is a file to write. */
  readonly writes?: string;
  /** Flags that make the program write files that the command does not specify, or specifies only in part. */
  readonly writesUnknown?: string;
  /** Options whose value is a folder in which anything may be written. */
  readonly writesBelow?: string;
  /** Options whose value is the folder to which `writesFolder` refers: `unzip -d`. */
  readonly writesInstead?: string;
  /** Options whose value is a file to read. */
  readonly reads?: string;
  /** Options whose value is a file that lists other files to read. */
  readonly readsNames?: string;
  /** Options whose value specifies files to read if it contains `@` or `<`: `curl -d @file`. */
  readonly readsAt?: string;
  /** Options that change the folder to which other paths are relative. */
  readonly changesFolder?: string;
  /**
   * Flags that make the program also write the operands that it reads: `sed -i`. If a flag has a value, the value is
   * the suffix of the copy's name.
   */
  readonly edits?: string;
  /**
   * Flags that make the program only read files that it would otherwise write, if the flags precede the operands: `gzip
   * -c`. In that case, every option of the program that takes a value must be in a list.
   */
  readonly readOnly?: string;
  /** Flags that make the program write into its working folder without specifying files: `tar -x`. */
  readonly writesHere?: string;
  /** Flags that make the program change its operands and everything below them: `find -delete`. */
  readonly changesOperands?: string;
  /** Flags that extend operands to everything below them. */
  readonly recursive?: string;
  /**
   * Roles of the operands, in order. The last role may end in `*` for any number of operands, or be followed by one
   * more role for the very last operand (`read* write`). A `text` operand is not a file. Default: operands are not
   * files.
   */
  readonly operands?: string;
  /**
   * Options that replace the first operand, which is a pattern or script: `grep -e`. They must not be in any other
   * list.
   */
  readonly replacesFirst?: string;
  /**
   * Folder used when no operand has a role other than `text`; if that role is `read`, the folder is used only with a
   * flag from `recursive`. Default: none.
   */
  readonly noOperand?: string;
  /** Roles of `key=value` operands, by key including the `=`: `dd of=`. */
  readonly keys?: Readonly<Record<string, OperandRole>>;
  /**
   * Script that can run programs, or write or read files; it is in the first operand, or in the value of these options.
   */
  readonly script?: { readonly language: ScriptLanguage; readonly options: string };
  /** True if long names may also begin with a single dash, so that letters are not bundled: `find`, `java`. */
  readonly singleDash?: true;
  /** True if the first operand may consist of options without a dash: `tar xf a.tar`. */
  readonly bareOptions?: true;
  /** True if everything from the first option or parenthesis onwards is an expression without operands: `find`. */
  readonly operandsFirst?: true;
  /** True if `--` does not end the options. */
  readonly noDoubleDash?: true;
  /** True if the program writes into its working folder without specifying files: `git checkout`, `unzip`. */
  readonly writesFolder?: true;
  /** True if the program reads files in its working folder, or their history, without specifying them: `git diff`. */
  readonly readsFolder?: true;
  /** True if the program can do anything, whatever its arguments: an interpreter, a build tool, a package manager. */
  readonly anything?: true;
  /**
   * Facts about subcommands, keyed by the first operand. The program's own options are recognised only before that
   * operand. If the operand is not listed here, a program without `operands` can do anything.
   */
  readonly subcommands?: Readonly<Record<string, ProgramFacts>>;
}

/**
 * Role of an operand: a file that is read (`read`) or written (`write`), a folder that is searched (`search`) or listed
 * (`list`), a `tree` that is changed with everything below it, a `text` that is not a file, or an `address` that is a
 * file unless it begins with `http://` or `https://`.
 */
export type OperandRole = 'read' | 'write' | 'search' | 'list' | 'tree' | 'text' | 'address';

/** Languages of scripts whose effects are known. */
export type ScriptLanguage = 'sed' | 'awk' | 'jq';
