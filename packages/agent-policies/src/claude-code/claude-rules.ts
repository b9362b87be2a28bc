import type { HookEntry } from '../hooks.ts';
import type { StandingSetting } from '../standing-setting.ts';

/** Version of Claude Code whose behaviour is recorded. */
export const recordedClaudeVersion = '2.1.330';

/** Claude Code's permission modes; `manual` in a file means `default`. */
export const claudeModes = ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions'] as const;

/** One of Claude Code's permission modes. */
export type ClaudeMode = (typeof claudeModes)[number];

/** Layer of settings, in order of precedence, highest first. */
export type ClaudeScope = 'managed' | 'flags' | 'local' | 'project' | 'user';

/** A rule from one of the lists `allow`, `ask` and `deny`. */
export interface ClaudeRule {
  /** The rule as written. */
  readonly text: string;
  readonly list: 'allow' | 'ask' | 'deny';
  /** Current name of the tool, such as `Agent` for `Task`. */
  readonly tool: string;
  /** Text in parentheses; undefined if the rule applies to the whole tool. */
  readonly specifier: string | undefined;
  /** Sentence that explains why Claude Code ignores the rule; undefined if the rule takes effect. */
  readonly ignored: string | undefined;
  readonly scope: ClaudeScope;
  /**
   * Folder to which a path with one leading slash is relative; undefined for managed settings. For local settings, the
   * folder is the start folder.
   */
  readonly root: string | undefined;
  readonly file?: string;
  readonly line?: number;
}

/** Settings for Claude Code's sandbox. */
export interface ClaudeSandbox {
  readonly enabled?: boolean;
  readonly autoAllowBashIfSandboxed?: boolean;
  readonly allowUnsandboxedCommands?: boolean;
  readonly excludedCommands?: readonly string[];
  readonly network?: { readonly allowedDomains?: readonly string[] };
  readonly filesystem?: { readonly allowWrite?: readonly string[]; readonly denyRead?: readonly string[] };
}

/** A value in a settings file, and the line that contains it. */
export interface ClaudeSetting<T> {
  readonly value: T;
  readonly file?: string;
  readonly line?: number;
}

/** Contents of one settings file, or the flags of one session. */
export interface ClaudeSettings {
  readonly scope: ClaudeScope;
  /** Absolute path; empty for flags. */
  readonly path: string;
  /** Name of the file as displayed to users; empty for flags. */
  readonly file: string;
  /** Folder that contains `.claude`; the home folder for user settings. */
  readonly folder: string;
  readonly rules: readonly ClaudeRule[];
  readonly defaultMode?: ClaudeSetting<ClaudeMode>;
  readonly additionalDirectories: readonly string[];
  readonly disableBypassPermissionsMode?: ClaudeSetting<string>;
  readonly disableAutoMode?: ClaudeSetting<string>;
  readonly sandbox?: ClaudeSetting<ClaudeSandbox>;
  /** Keys under `permissions` that are enabled and are more restrictive than the rules. */
  readonly limits: readonly string[];
  readonly enableAllProjectMcpServers?: ClaudeSetting<boolean>;
  readonly enabledMcpjsonServers: readonly string[];
  readonly disabledMcpjsonServers: readonly string[];
  /** Settings that take effect without a call. */
  readonly standing: readonly StandingSetting[];
  readonly hooks: readonly HookEntry[];
}

/** An agent file, with its restrictions by tool name, and a permission mode. */
export interface ClaudeAgent {
  readonly name: string;
  readonly file: string;
  /** Folder that contains `.claude`. */
  readonly folder: string;
  readonly isUsers: boolean;
  /** Names of the tools to which the agent is restricted; undefined if it is not restricted. */
  readonly tools: ClaudeSetting<readonly string[]> | undefined;
  readonly disallowedTools: ClaudeSetting<readonly string[]> | undefined;
  readonly permissionMode: ClaudeSetting<ClaudeMode> | undefined;
  /** Keys that look like restrictions but are not read by Claude Code in an agent file. */
  readonly strayKeys: readonly ClaudeSetting<string>[];
}

/** A command or a skill, with the rules that take effect while it runs. */
export interface ClaudeSkill {
  readonly name: string;
  readonly kind: 'command' | 'skill';
  readonly file: string;
  readonly folder: string;
  readonly allowedTools: ClaudeSetting<readonly string[]> | undefined;
}

/** A server from `.mcp.json`. */
export interface ClaudeServer {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly folder: string;
  /** Command or address of the server, as displayed to users. */
  readonly starts: string;
}

/** Data for the Claude Code evaluator: every file that was read, before a session selects some of them. */
export interface ClaudeRules {
  readonly project: string;
  readonly home: string | undefined;
  /** Absolute path of the profile's start folder. */
  readonly start: string;
  /** Subagent to which the profile belongs; undefined for the default session. */
  readonly agent: string | undefined;
  readonly settings: readonly ClaudeSettings[];
  readonly agents: readonly ClaudeAgent[];
  readonly skills: readonly ClaudeSkill[];
  readonly servers: readonly ClaudeServer[];
  /** Folders that a user refused to trust, as recorded in `~/.claude.json`. */
  readonly untrusted: readonly string[];
}
