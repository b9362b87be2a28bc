import type { Policy } from '@modegate/mode-core';
import type { MappedTo } from '../reading/read-agent-call.ts';

/** Settings of hooks in a configuration file. */
export interface HookSettings {
  /** Slug of the mode until the user chooses another. Default: none. */
  readonly defaultMode?: string | undefined;
  /** Slug of the narrowing mode, by the name of an agent or subagent. */
  readonly agents?: Readonly<Record<string, string>> | undefined;
  /** Kind of each unknown tool, by name. */
  readonly tools?: Readonly<Record<string, MappedTo>> | undefined;
  /** True if no mode may write files that decide on calls. Default true. */
  readonly protect?: boolean | undefined;
}

/** A project for judging calls. */
export interface JudgedProject {
  /** Absolute folder. */
  readonly root: string;
  /** Absolute folder that corresponds to `root` in the session's git worktree. Default: the session is in none. */
  readonly worktree?: string | undefined;
  readonly settings: { readonly hooks?: HookSettings | undefined };
  readonly policy: Policy;
  /** The policy with MCP tool names in the agent's spelling. Default: the agent keeps them. */
  readonly wirePolicy?: (() => Policy) | undefined;
  /** Files that define the project, existing or not; relative to the folder or absolute. */
  readonly files: readonly string[];
}
