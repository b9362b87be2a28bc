import type { Policy } from '@modegate/mode-core';
import type { MappedTo } from '../reading/read-agent-call.ts';

/** What a configuration says of hooks. */
export interface HookSettings {
  /** Slug of the mode that applies until the user chooses another. Default: none. */
  readonly defaultMode?: string | undefined;
  /** By the name of an agent or subagent, the slug of the mode that narrows it. */
  readonly agents?: Readonly<Record<string, string>> | undefined;
  /** By name, what a tool does that is not known. */
  readonly tools?: Readonly<Record<string, MappedTo>> | undefined;
  /** Whether no mode may write the files that decide on calls. Default true. */
  readonly protect?: boolean | undefined;
}

/** A project as calls are judged in it. */
export interface JudgedProject {
  /** Absolute folder. */
  readonly root: string;
  /** Absolute folder that stands for `root` in the git worktree of the session. Default: the session is in none. */
  readonly worktree?: string | undefined;
  readonly settings: { readonly hooks?: HookSettings | undefined };
  readonly policy: Policy;
  /** The same policy with the names of MCP tools as the agent writes them. Default: it writes them as they are. */
  readonly wirePolicy?: (() => Policy) | undefined;
  /** The files of the project that it is read from, relative to the folder or absolute; there or not. */
  readonly files: readonly string[];
}
