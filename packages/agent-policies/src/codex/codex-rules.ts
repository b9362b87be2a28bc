import type { AgentToolCall, MatchedRule } from '../agent-answer.ts';
import type { HookEntry } from '../hooks.ts';
import type { PermissionFileProblem } from '../permission-files.ts';

/** Version of Codex CLI whose behaviour was recorded. */
export const recordedCodexVersion = '0.169.0';

/** A call to a Codex tool, with the MCP server's information about the tool. */
export interface CodexToolCall extends AgentToolCall {
  /** Annotations of an MCP tool. Default: none. */
  readonly annotations?: CodexToolAnnotations;
}

/** Hints from an MCP server about a tool; Codex trusts these hints. */
export interface CodexToolAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** Data for the Codex evaluator: all Codex files, parsed, including those that no session uses. */
export interface CodexRules {
  readonly project: string;
  /** Home folder; undefined if the user's files are not read. */
  readonly home: string | undefined;
  /** Absolute path of the start folder. */
  readonly folder: string;
  readonly configs: readonly CodexConfigFile[];
  readonly rules: readonly CodexRulesFile[];
  /** Hooks from `hooks.json`, each with the folder that contains `.codex`. */
  readonly hooks: readonly { readonly folder: string; readonly hooks: readonly HookEntry[] }[];
  /** Role for the session; absent for the default session. */
  readonly role?: CodexRole;
}

/** A `config.toml`, another file in the same form, or the flags of a session. */
export interface CodexConfigFile {
  readonly path: string;
  /** Name as displayed to users; undefined for flags. */
  readonly name: string | undefined;
  readonly table: CodexTable;
  /** Line numbers of keys, indexed by the JSON text of the key path. */
  readonly lines: ReadonlyMap<string, number>;
  /** Set if the file is not TOML. */
  readonly fault?: PermissionFileProblem;
}

/** A TOML table. */
export interface CodexTable {
  readonly [key: string]: unknown;
}

/** A separately defined subagent. */
export interface CodexRole {
  readonly name: string;
  /** The `.codex` folder that defines the role. */
  readonly folder: string;
  /** The role's file; undefined if the role has no file or the file was not read. */
  readonly config: CodexConfigFile | undefined;
  /** True if the role has a file that was not read. */
  readonly isUnread: boolean;
}

/** A file from `rules/`. */
export interface CodexRulesFile {
  readonly path: string;
  readonly name: string;
  readonly prefixRules: readonly CodexPrefixRule[];
  /** Program paths to which a rule for a bare program name is restricted. */
  readonly executables: readonly { readonly name: string; readonly paths: readonly string[] }[];
  readonly networkRules: readonly MatchedRule[];
  /** Set if Codex cannot load the file and therefore uses no rules at all. */
  readonly fault?: PermissionFileProblem;
  /** Statements that are not in the literal subset that this package reads. */
  readonly unread: readonly PermissionFileProblem[];
}

/** A `prefix_rule`. */
export interface CodexPrefixRule {
  /** Alternatives for each word, the program first. */
  readonly pattern: readonly (readonly string[])[];
  readonly decision: CodexDecision;
  /** False if the rule omits the decision, in which case the rule allows the command. */
  readonly isDecided: boolean;
  readonly justification: string | undefined;
  /** True if the words are compared case-insensitively. */
  readonly canonical: boolean;
  readonly source: MatchedRule;
}

/** Decision of a rule, in Codex's terms. */
export type CodexDecision = 'allow' | 'prompt' | 'forbidden';

/** Each decision of a rule, in the terms used for all agents. */
export const effectOf = { allow: 'allow', prompt: 'ask', forbidden: 'deny' } as const;
