/**
 * Shells that can be distinguished. `unknown` could be any of them, so a text can be judged only if they all read it in
 * the same way.
 */
export const commandShells = ['bash', 'sh', 'zsh', 'fish', 'powershell', 'cmd', 'unknown'] as const;

/** Name of a shell. */
export type CommandShell = (typeof commandShells)[number];

/** Names of the lists in `commandRestrictions`. */
export const commandLists = ['allowedCommands', 'askCommands', 'disallowedCommands'] as const;

/** Key of a list of `commandRestrictions`. */
export type CommandList = (typeof commandLists)[number];

/**
 * Reads commands and the rules for them. `@modegate/shell-commands` exports one; without one, a mode with
 * `commandRestrictions` refuses its commands. Neither method throws.
 */
export interface CommandAnalyser {
  parseRule(text: string, list: CommandList): CommandMatcher | CommandRuleFault;
  analyse(
    text: string,
    context: { readonly shell: CommandShell; readonly folder?: string | undefined },
  ): CommandReading;
}

/** A rule for commands. */
export interface CommandMatcher {
  /** Always undefined; distinguishes a rule from a fault. */
  readonly fault?: undefined;
  /**
   * Returns true if the rule allows the program, or a clause such as "'*' does not cover …" if only an argument keeps
   * the rule from allowing it.
   */
  allows(program: CommandProgram): boolean | string;
  /**
   * For a denial or a question: `certain` if the program contains the words of the rule, `possible` if an argument that
   * the text does not determine could contain them.
   */
  finds(program: CommandProgram): 'certain' | 'possible' | undefined;
}

/** Reason why a rule cannot be used. */
export interface CommandRuleFault {
  /** Clause that completes a sentence about the rule: "contains the operator '&&'". */
  readonly fault: string;
}

/** Programs that a command text runs, and files that it accesses. */
export interface CommandReading {
  /** First construct that cannot be read; the lists are incomplete in that case. */
  readonly unreadable: { readonly construct: string; readonly text: string; readonly position: number } | undefined;
  readonly programs: readonly CommandProgram[];
  readonly files: readonly CommandFile[];
}

/** A program that a command text starts. */
export interface CommandProgram {
  /** The command as written. */
  readonly text: string;
  /** Offset in the text, in UTF-16 code units. */
  readonly position: number;
  /**
   * `free` needs no allowance in a mode that allows other programs; `wrapper` never needs one, but the program that it
   * starts does.
   */
  readonly need: 'rule' | 'free' | 'wrapper';
  /** Folder that `cd` changes to. If it is not inside the project, `cd` needs an allowance. */
  readonly folder?: string;
}

/** A file that a command text accesses. */
export interface CommandFile {
  /** Tool of the agent that has the same access. */
  readonly tool: 'read_file' | 'search_files' | 'list_files' | 'write_to_file' | 'delete_file';
  /** Relative to the project unless absolute; undefined if the text does not determine the path. */
  readonly path: string | undefined;
  readonly text: string;
  readonly position: number;
  /** Program or redirection that accesses the file. */
  readonly by: string;
}
