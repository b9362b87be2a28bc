import type { PermissionFileProblem } from './permission-files.ts';

/** A call to one of the agent's tools, with the arguments that the agent passes. */
export interface AgentToolCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/**
 * Circumstances of a call that the files do not determine. If a value is missing, the agent's documented default
 * applies.
 */
export interface AgentCircumstances {
  /** Permission mode, by the agent's own name for it, such as `acceptEdits`. Default: as set in the files. */
  readonly permissionMode?: string | undefined;
  /** Trust in the project's folder: granted, refused, or never asked for. Default: granted. */
  readonly trust?: 'trusted' | 'untrusted' | 'none' | undefined;
  /** True if no user is available to answer. Default: false. */
  readonly headless?: boolean | undefined;
  /** Absolute path of the folder in which the agent starts. Default: the project's folder. */
  readonly cwd?: string | undefined;
  /** Platform. Default: `linux`. */
  readonly platform?: 'linux' | 'darwin' | 'win32' | undefined;
  /** Version of the agent. Default: the recorded version. */
  readonly version?: string | undefined;
  /** Command line of the agent, read according to the agent's own table of flags. */
  readonly flags?: string | undefined;
  /**
   * Symbolic links on the paths to the files in the call: maps the absolute path of each link to its target. Default:
   * no links.
   */
  readonly links?: Readonly<Record<string, string>> | undefined;
  /**
   * Name of the agent that started this one as its subagent. Default: no agent, or the default agent for an agent that
   * can only be a subagent.
   */
  readonly calledBy?: string | undefined;
}

/**
 * An agent's decision on a call. `not offered`: the tool is not among the agent's tools. `unknown`: the decision
 * depends on something that neither the files nor the circumstances determine, as stated in `because`.
 */
export type AgentEffect = 'allow' | 'ask' | 'deny' | 'not offered' | 'unknown';

/** Answer that an agent gives to a call. */
export interface AgentAnswer {
  readonly effect: AgentEffect;
  /** Confinement of a call that may run, if the files enable a sandbox. */
  readonly within?: Confinement;
  /** Deciding rules and defaults, in order of precedence. */
  readonly by: readonly MatchedRule[];
  /** Rules that match but have no effect, because another rule takes precedence. */
  readonly shadowed: readonly MatchedRule[];
  /** Sentence that states the deciding factor; for `unknown`, the unsettled question. */
  readonly because: string;
}

/** Access that a sandbox grants a call. */
export interface Confinement {
  /** Absolute paths of folders that may be read, or names such as `$TMPDIR`; `all` stands for every file. */
  readonly read: readonly string[] | 'all';
  /** Folders that may be written to, in the same form. */
  readonly write: readonly string[] | 'all';
  readonly network: boolean;
  /** True if the agent may request permission to leave the sandbox. */
  readonly mayAsk: boolean;
}

/** A rule from a file, or one of the agent's defaults. */
export interface MatchedRule {
  /** The rule as written; for a default, a sentence. */
  readonly rule: string;
  readonly effect: AgentEffect;
  /** File name as displayed to users; undefined for one of the agent's defaults or a flag. */
  readonly file?: string;
  /** Line number, starting at 1. */
  readonly line?: number;
}

/**
 * A holder of separate permissions, such as an agent's default session or one of its subagents.
 *
 * @typeParam Rules - Data for the agent's own evaluator.
 */
export interface AgentProfile<Rules = unknown> {
  /**
   * Name of the profile: `claude-code`, `claude-code/reviewer`, or, for another start folder, `apps/web:claude-code`.
   */
  readonly name: string;
  readonly agent: string;
  /** Start folder relative to the project; absent if it is the project's folder. */
  readonly folder?: string;
  /**
   * True for an agent that the program provides and that no file mentions; never true for the agent of the default
   * session.
   */
  readonly isBuiltIn?: true;
  /** Reason why the agent does not start with these files; every answer is then `deny`. */
  readonly doesNotStart?: PermissionFileProblem;
  readonly rules: Rules;
}

/** A program that an agent runs without a call, because a file requires it. */
export interface AgentLaunch {
  readonly kind: 'hook' | 'server' | 'formatter' | 'plugin';
  /** Event for a hook, or name of a server or formatter; for a plugin, the name as written. */
  readonly name: string;
  /** Command for a shell; for a plugin, the package as written. */
  readonly command: string;
  readonly file: string;
  /** Line number, starting at 1. */
  readonly line: number;
}

/** Profiles defined in an agent's files, and the faults in these files. */
export interface AgentReading<Rules = unknown> {
  readonly profiles: readonly AgentProfile<Rules>[];
  readonly problems: readonly PermissionFileProblem[];
  /** Programs that the agent runs without a call, except those of disabled servers and plugins. */
  readonly launches: readonly AgentLaunch[];
  /** Files that were read, with a summary of their contents: `34 rules`. */
  readonly read: readonly { readonly file: string; readonly contents: string }[];
}
