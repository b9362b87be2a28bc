/**
 * Shells that can be distinguished. `unknown` could be any of these shells, so a command can be evaluated only if all
 * of them would interpret it in the same way.
 */
export const commandShells = ['bash', 'sh', 'zsh', 'fish', 'powershell', 'cmd', 'unknown'] as const;

/** Name of a shell. */
export type CommandShell = (typeof commandShells)[number];

/** Names of the lists in `commandRestrictions`. */
export const commandLists = ['allowedCommands', 'askCommands', 'disallowedCommands'] as const;

/** Key of a list in `commandRestrictions`. */
export type CommandList = (typeof commandLists)[number];

/**
 * Parses commands and the rules for them. `@modegate/shell-commands` exports an analyser; without an analyser, a mode
 * with `commandRestrictions` refuses every command. Neither method throws.
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
  /** Always undefined; distinguishes a usable rule from a faulty rule. */
  readonly fault?: undefined;
  /**
   * Returns true if the rule allows the program; if only an argument prevents the rule from allowing it, returns a
   * clause such as "'*' does not cover …".
   */
  allows(program: CommandProgram): boolean | string;
  /**
   * For a deny rule or an ask rule: returns `certain` if the program contains the words of the rule, and `possible` if
   * an argument that the command text does not determine could contain them.
   */
  finds(program: CommandProgram): 'certain' | 'possible' | undefined;
}

/** Reason why a rule cannot be used. */
export interface CommandRuleFault {
  /** Clause that completes a sentence about the rule: "contains the operator '&&'". */
  readonly fault: string;
}

/** Programs that a command runs, and files that it accesses. */
export interface CommandReading {
  /** First construct that cannot be parsed; if there is one, the lists are incomplete. */
  readonly unreadable: { readonly construct: string; readonly text: string; readonly position: number } | undefined;
  readonly programs: readonly CommandProgram[];
  readonly files: readonly CommandFile[];
}

/** A program that a command starts. */
export interface CommandProgram {
  /** The command as written. */
  readonly text: string;
  /** Offset in the command text, in UTF-16 code units. */
  readonly position: number;
  /**
   * `free` needs no allow rule in a mode that allows other programs; `wrapper` never needs an allow rule, but the
   * program that it starts does.
   */
  readonly need: 'rule' | 'free' | 'wrapper';
  /** Folder to which `cd` changes. If the folder is not inside the project, `cd` needs an allow rule. */
  readonly folder?: string;
}

/** A file that a command accesses. */
export interface CommandFile {
  /** The agent's tool that has the same access. */
  readonly tool: 'read_file' | 'search_files' | 'list_files' | 'write_to_file' | 'delete_file';
  /**
   * Path of the file, relative to the project unless absolute; undefined if the command text does not determine the
   * path.
   */
  readonly path: string | undefined;
  readonly text: string;
  readonly position: number;
  /** Program or redirection that accesses the file. */
  readonly by: string;
}
