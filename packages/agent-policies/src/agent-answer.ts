import type { PermissionFileProblem } from './permission-files.ts';

/** A call to one of the agent's tools, with the arguments that the agent passes. */
export interface AgentToolCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Circumstances of a call that the files do not determine. Without a value, the agent's documented default applies. */
export interface AgentCircumstances {
  /** Permission mode in the agent's own words, such as `acceptEdits`. Default: as set in the files. */
  readonly permissionMode?: string | undefined;
  /** Trust in the project's folder: granted, refused, or never asked for. Default: granted. */
  readonly trust?: 'trusted' | 'untrusted' | 'none' | undefined;
  /** True if no person can answer. Default: false. */
  readonly headless?: boolean | undefined;
  /** Absolute path of the folder in which the agent starts. Default: the project's folder. */
  readonly cwd?: string | undefined;
  /** Platform. Default: `linux`. */
  readonly platform?: 'linux' | 'darwin' | 'win32' | undefined;
  /** Version of the agent. Default: the recorded one. */
  readonly version?: string | undefined;
  /** Command line of the agent, read according to the agent's own table of flags. */
  readonly flags?: string | undefined;
  /**
   * Symbolic links on the way to the files of the call: maps the absolute path of each link to its target. Default:
   * none.
   */
  readonly links?: Readonly<Record<string, string>> | undefined;
  /** Name of the agent that started this one as its subagent. Default: none, or the default agent for a pure subagent. */
  readonly calledBy?: string | undefined;
}

/**
 * An agent's decision on a call. `not offered`: the tool is not among its tools. `unknown`: the decision depends on
 * something that neither files nor circumstances settle, and `because` names it.
 */
export type AgentEffect = 'allow' | 'ask' | 'deny' | 'not offered' | 'unknown';

/** Answer that an agent gives to a call. */
export interface AgentAnswer {
  readonly effect: AgentEffect;
  /** Confinement of a call that may run, if the files enable a sandbox. */
  readonly within?: Confinement;
  /** Deciding rules and defaults, in order of precedence. */
  readonly by: readonly MatchedRule[];
  /** Rules that match but have no effect, because another rule decides first. */
  readonly shadowed: readonly MatchedRule[];
  /** Sentence that names the deciding factor; for `unknown`, the unsettled question. */
  readonly because: string;
}

/** Access that a sandbox grants a call. */
export interface Confinement {
  /** Absolute paths of folders that may be read, or names such as `$TMPDIR`; `all` for every file. */
  readonly read: readonly string[] | 'all';
  /** Folders that may be written to, in the same form. */
  readonly write: readonly string[] | 'all';
  readonly network: boolean;
  /** True if the agent may ask to leave the sandbox. */
  readonly mayAsk: boolean;
}

/** A rule from a file or a default of the agent. */
export interface MatchedRule {
  /** The rule as written; for a default, a sentence. */
  readonly rule: string;
  readonly effect: AgentEffect;
  /** File name as shown to people; undefined for a default of the agent or a flag. */
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
  /** `claude-code`, `claude-code/reviewer`, and `apps/web:claude-code` for another start folder. */
  readonly name: string;
  readonly agent: string;
  /** Start folder relative to the project; absent for the project's folder. */
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

/** A program that an agent runs without a call, because a file says so. */
export interface AgentLaunch {
  readonly kind: 'hook' | 'server' | 'formatter' | 'plugin';
  /** Event of a hook, or name of a server or formatter; for a plugin, as written. */
  readonly name: string;
  /** Text for a shell; for a plugin, the package as written. */
  readonly command: string;
  readonly file: string;
  /** Line number, starting at 1. */
  readonly line: number;
}

/** Profiles that an agent's files define, and the faults in these files. */
export interface AgentReading<Rules = unknown> {
  readonly profiles: readonly AgentProfile<Rules>[];
  readonly problems: readonly PermissionFileProblem[];
  /** Programs that the agent runs without a call, except those of disabled servers and plugins. */
  readonly launches: readonly AgentLaunch[];
  /** Files that were read, with a summary of their contents: `34 rules`. */
  readonly read: readonly { readonly file: string; readonly contents: string }[];
}
