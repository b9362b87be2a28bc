import type { AgentToolCall, MatchedRule } from '../agent-answer.ts';
import type { HookEntry } from '../hooks.ts';
import type { PermissionFileProblem } from '../permission-files.ts';

/** Version of Codex CLI that was observed. */
export const recordedCodexVersion = '0.169.0';

/** A call to a tool of Codex, with the MCP server's information about the tool. */
export interface CodexToolCall extends AgentToolCall {
  /** Annotations of an MCP tool. Default: none. */
  readonly annotations?: CodexToolAnnotations;
}

/** Hints from an MCP server about a tool, which Codex trusts. */
export interface CodexToolAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** Data for the Codex evaluator: every file of Codex, parsed, even if no session uses it. */
export interface CodexRules {
  readonly project: string;
  /** Undefined if the user's files are not read. */
  readonly home: string | undefined;
  /** Absolute start folder. */
  readonly folder: string;
  readonly configs: readonly CodexConfigFile[];
  readonly rules: readonly CodexRulesFile[];
  /** Hooks from `hooks.json`, each with the folder that holds `.codex`. */
  readonly hooks: readonly { readonly folder: string; readonly hooks: readonly HookEntry[] }[];
  /** Absent for the default session. */
  readonly role?: CodexRole;
}

/** A `config.toml`, another file of that form, or the flags of a session. */
export interface CodexConfigFile {
  readonly path: string;
  /** As shown to people; undefined for flags. */
  readonly name: string | undefined;
  readonly table: CodexTable;
  /** Line numbers of keys, by the JSON text of their path. */
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
  /** The `.codex` folder that defines it. */
  readonly folder: string;
  /** The role's file; undefined if it has none or the file was not read. */
  readonly config: CodexConfigFile | undefined;
  /** True if the role has a file that was not read. */
  readonly isUnread: boolean;
}

/** A file from `rules/`. */
export interface CodexRulesFile {
  readonly path: string;
  readonly name: string;
  readonly prefixRules: readonly CodexPrefixRule[];
  /** Paths to which a rule for the bare name of a program is limited. */
  readonly executables: readonly { readonly name: string; readonly paths: readonly string[] }[];
  readonly networkRules: readonly MatchedRule[];
  /** Set if Codex cannot load the file and therefore uses no rules at all. */
  readonly fault?: PermissionFileProblem;
  /** Statements outside the literal subset that is read here. */
  readonly unread: readonly PermissionFileProblem[];
}

/** A `prefix_rule`. */
export interface CodexPrefixRule {
  /** Alternatives for each word, the program first. */
  readonly pattern: readonly (readonly string[])[];
  readonly decision: CodexDecision;
  /** False if the rule omits the decision, which means allow. */
  readonly isDecided: boolean;
  readonly justification: string | undefined;
  /** True if the words are compared case-insensitively. */
  readonly canonical: boolean;
  readonly source: MatchedRule;
}

/** Decision of a rule, in the words of Codex. */
export type CodexDecision = 'allow' | 'prompt' | 'forbidden';

/** Each decision of a rule, as all agents name it. */
export const effectOf = { allow: 'allow', prompt: 'ask', forbidden: 'deny' } as const;
