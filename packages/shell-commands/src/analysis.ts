/**
 * Shells for which a command text may be intended. `unknown` is an unidentified shell, for which text can be
 * interpreted only if every shell interprets it in the same way.
 */
export const shellNames = ['bash', 'sh', 'zsh', 'fish', 'powershell', 'cmd', 'unknown'] as const;

/** Name of a shell. */
export type ShellName = (typeof shellNames)[number];

/** Circumstances in which a shell runs a command text. */
export interface ShellContext {
  readonly shell: ShellName;
  /** Working folder in which the command starts, absolute or relative to the project. Default: the project's folder. */
  readonly folder?: string | undefined;
}

/** Programs that a command text starts and files that it accesses. */
export interface CommandAnalysis {
  /** First construct that cannot be interpreted. The programs and files are then incomplete, and nothing may run. */
  readonly unreadable: UnreadableConstruct | undefined;
  /** Every program that the command text can start, at any depth, in order of appearance. */
  readonly programs: readonly ProgramRun[];
  /** Files accessed by redirections and well-known programs. */
  readonly files: readonly FileAccess[];
}

/** A construct whose effect is not clear from the command text. */
export interface UnreadableConstruct {
  /** Noun phrase that continues a sentence: "the builtin 'eval', which runs text as a command". */
  readonly construct: string;
  /** The construct as written in the command text. */
  readonly text: string;
  /** Offset of the construct in the command text, in UTF-16 code units. */
  readonly position: number;
}

/** A program with its arguments. */
export interface ProgramRun {
  /** The program and its arguments, without quotes. */
  readonly words: readonly ShellWord[];
  /** The command as written, without its redirections. */
  readonly text: string;
  /** Offset of the command in the complete text, in UTF-16 code units. */
  readonly position: number;
  /**
   * `rule`: a rule must allow the program. `free`: a harmless builtin, which needs no such rule if other programs are
   * allowed. `wrapper`: the program only starts another program in the list, which must be allowed instead.
   */
  readonly need: 'rule' | 'free' | 'wrapper';
  /** Folder to which `cd` changes, as in {@link FileAccess.path}; `cd` is harmless only inside the project. */
  readonly folder?: string;
  /** Options that run a program or load code, as written. A `*` in a rule does not match them. */
  readonly guarded: readonly GuardedArgument[];
}

/** An argument that a wildcard does not match. */
export interface GuardedArgument {
  /** Index in {@link ProgramRun.words}. */
  readonly index: number;
  /** Full name of the option; empty for an argument that is not an option. */
  readonly option: string;
  /** Clause that completes a sentence about the argument: "runs a program". */
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

/** A file or folder that a command text accesses. */
export interface FileAccess {
  /** Agent tool that has the same effect. `delete_file` refers to a change to a folder and everything below it. */
  readonly tool: 'read_file' | 'search_files' | 'list_files' | 'write_to_file' | 'delete_file';
  /**
   * Path relative to the project, or absolute; not normalised; `.` for the folder itself. Undefined if the path cannot
   * be determined from the text.
   */
  readonly path: string | undefined;
  /** The word or redirection as written. */
  readonly text: string;
  /** Offset in the command text, in UTF-16 code units. */
  readonly position: number;
  /** Program or redirection operator that accesses the file. */
  readonly by: string;
}
