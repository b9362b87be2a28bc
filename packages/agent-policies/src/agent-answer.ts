import type { PermissionFileProblem } from './permission-files.ts';

/** A call of one of the agent's tools, with the arguments that the agent passes. */
export interface AgentToolCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Circumstances of a call that no file decides. Without a value, the agent's documented default applies. */
export interface AgentCircumstances {
  /** Permission mode in the agent's own words, such as `acceptEdits`. Default: as the files say. */
  readonly permissionMode?: string | undefined;
  /** Trust in the project's folder: given, refused, or never asked. Default: given. */
  readonly trust?: 'trusted' | 'untrusted' | 'none' | undefined;
  /** True if no person can answer. Default: false. */
  readonly headless?: boolean | undefined;
  /** Absolute folder in which the agent starts. Default: the project's folder. */
  readonly cwd?: string | undefined;
  /** Default: `linux`. */
  readonly platform?: 'linux' | 'darwin' | 'win32' | undefined;
  /** Version of the agent. Default: the recorded one. */
  readonly version?: string | undefined;
  /** Command line of the agent, read by its own table of flags. */
  readonly flags?: string | undefined;
  /** Symbolic links on the way to the files of the call: absolute path of the link, and its target. Default: none. */
  readonly links?: Readonly<Record<string, string>> | undefined;
  /** Name of the agent that started this one as its subagent. Default: none, or the default agent for a pure subagent. */
  readonly calledBy?: string | undefined;
}

/**
 * What an agent does with a call. `not offered`: the tool is not among its tools. `unknown`: something that no file and
 * no circumstance settles decides, and `because` says what.
 */
export type AgentEffect = 'allow' | 'ask' | 'deny' | 'not offered' | 'unknown';

/** Answer to a call, as the agent gives it. */
export interface AgentAnswer {
  readonly effect: AgentEffect;
  /** Confinement of a call that may run, if the files switch on a sandbox. */
  readonly within?: Confinement;
  /** Rules and defaults that decided, in the order in which they count. */
  readonly by: readonly MatchedRule[];
  /** Rules that match and do not count, because another one decides first. */
  readonly shadowed: readonly MatchedRule[];
  /** Sentence about what decided; for `unknown`, about what is not settled. */
  readonly because: string;
}

/** What a sandbox lets a call do. */
export interface Confinement {
  /** Absolute folders that may be read, or names such as `$TMPDIR`; `all` for every file. */
  readonly read: readonly string[] | 'all';
  /** The same for those that may be written. */
  readonly write: readonly string[] | 'all';
  readonly network: boolean;
  /** True if the agent may ask to leave the sandbox. */
  readonly mayAsk: boolean;
}

/** A rule of a file or a default of the agent. */
export interface MatchedRule {
  /** The rule as written; for a default, a sentence. */
  readonly rule: string;
  readonly effect: AgentEffect;
  /** File as shown to people; undefined for a default of the agent or a flag. */
  readonly file?: string;
  /** Starts at 1. */
  readonly line?: number;
}

/**
 * Something with permissions of its own, such as the default session of an agent or one of its subagents.
 *
 * @typeParam Rules - What the agent's own evaluator needs.
 */
export interface AgentProfile<Rules = unknown> {
  /** `claude-code`, `claude-code/reviewer`, and `apps/web:claude-code` for another start folder. */
  readonly name: string;
  readonly agent: string;
  /** Start folder relative to the project; absent for the project's folder. */
  readonly folder?: string;
  /** True for an agent that the program brings along and that no file mentions; never for that of the default session. */
  readonly isBuiltIn?: true;
  /** Reason why the agent does not start with these files; every answer is then `deny`. */
  readonly doesNotStart?: PermissionFileProblem;
  readonly rules: Rules;
}

/** A program that an agent runs by itself, because a file says so. */
export interface AgentLaunch {
  readonly kind: 'hook' | 'server' | 'formatter' | 'plugin';
  /** Event of a hook, name of a server or of a formatter; the plugin as written. */
  readonly name: string;
  /** Text for a shell; for a plugin, the package as written. */
  readonly command: string;
  readonly file: string;
  /** Starts at 1. */
  readonly line: number;
}

/** Profiles that the files of an agent define, and the faults in these files. */
export interface AgentReading<Rules = unknown> {
  readonly profiles: readonly AgentProfile<Rules>[];
  readonly problems: readonly PermissionFileProblem[];
  /** Programs that the agent runs by itself; those of a server or a plugin that is switched off are left out. */
  readonly launches: readonly AgentLaunch[];
  /** Files that were read, with what they contain: `34 rules`. */
  readonly read: readonly { readonly file: string; readonly contents: string }[];
}
