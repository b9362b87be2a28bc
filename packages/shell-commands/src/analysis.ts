/**
 * Shells for which a text can be intended. `unknown` is an unidentified shell, for which a text can be read only if
 * every shell reads it in the same way.
 */
export const shellNames = ['bash', 'sh', 'zsh', 'fish', 'powershell', 'cmd', 'unknown'] as const;

/** Name of a shell. */
export type ShellName = (typeof shellNames)[number];

/** Circumstances in which a shell reads a text. */
export interface ShellContext {
  readonly shell: ShellName;
  /** Working folder in which the text starts, absolute or relative to the project. Default: the project's folder. */
  readonly folder?: string | undefined;
}

/** Programs that a text starts and files that it touches. */
export interface CommandAnalysis {
  /** First construct that cannot be read. The programs and files are then incomplete, and nothing may run. */
  readonly unreadable: UnreadableConstruct | undefined;
  /** Every program that the text can start, at any depth, in order of appearance. */
  readonly programs: readonly ProgramRun[];
  /** Files accessed by redirections and well-known programs. */
  readonly files: readonly FileAccess[];
}

/** A construct whose effect is not clear from the text. */
export interface UnreadableConstruct {
  /** Noun phrase that continues a sentence: "the builtin 'eval', which runs text as a command". */
  readonly construct: string;
  /** Part of the text, as written. */
  readonly text: string;
  /** Offset of that part in the text, in UTF-16 code units. */
  readonly position: number;
}

/** A program with its arguments. */
export interface ProgramRun {
  /** The program and its arguments, without quotes. */
  readonly words: readonly ShellWord[];
  /** The command as written, without its redirections. */
  readonly text: string;
  /** Offset of the command in the text, in UTF-16 code units. */
  readonly position: number;
  /**
   * `rule`: the program needs an allowance. `free`: a harmless builtin, which needs no allowance if other programs are
   * allowed. `wrapper`: the program only starts another program in the list, which needs the allowance instead.
   */
  readonly need: 'rule' | 'free' | 'wrapper';
  /** Folder that `cd` changes to, as in {@link FileAccess.path}; `cd` is harmless only inside the project. */
  readonly folder?: string;
  /** Options that run a program or load code, as written. A `*` in a rule does not cover them. */
  readonly guarded: readonly GuardedArgument[];
}

/** An argument that a wildcard does not cover. */
export interface GuardedArgument {
  /** Index in {@link ProgramRun.words}. */
  readonly index: number;
  /** Full name of the option; empty for an argument that is not an option. */
  readonly option: string;
  /** Clause that continues a sentence about the argument: "runs a program". */
  readonly why: string;
}

/** A word of a command. */
export interface ShellWord {
  /** The literal text; for a word that is not literal, the known text at its beginning. */
  readonly value: string;
  /** The word as written. */
  readonly text: string;
  /**
   * `literal`: exactly `value`. `one`: one word that begins with `value`. `names`: any number of file names that begin
   * with `value`. `many`: any number of words, only the first of which begins with `value`.
   */
  readonly kind: 'literal' | 'one' | 'names' | 'many';
}

/** A file or folder that a text accesses. */
export interface FileAccess {
  /** Agent tool with the same effect. `delete_file` means a change to a folder and everything below it. */
  readonly tool: 'read_file' | 'search_files' | 'list_files' | 'write_to_file' | 'delete_file';
  /**
   * Path relative to the project, or absolute; not normalised; `.` for the folder itself. Undefined if the text does
   * not determine the path.
   */
  readonly path: string | undefined;
  /** The word or redirection as written. */
  readonly text: string;
  /** Offset in the text, in UTF-16 code units. */
  readonly position: number;
  /** Program or redirection operator that accesses the file. */
  readonly by: string;
}
