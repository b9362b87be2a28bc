import type { Policy } from '@modegate/mode-core';
import type { CommandShell } from '@modegate/mode-core/commands';
import type { MappedTo } from '../reading/read-agent-call.ts';

/** The hook settings of a configuration. */
export interface HookSettings {
  /** Slug of the mode that applies until the user chooses another. Default: none. */
  readonly defaultMode?: string | undefined;
  /** The slug of the narrowing mode for each agent or subagent name. */
  readonly agents?: Readonly<Record<string, string>> | undefined;
  /** The actions that unknown tools perform, keyed by tool name. */
  readonly tools?: Readonly<Record<string, MappedTo>> | undefined;
  /** True if no mode may write the files that control decisions on calls. Default: true. */
  readonly protect?: boolean | undefined;
}

/** A project in which calls are evaluated. */
export interface JudgedProject {
  /** Absolute path of the project folder. */
  readonly root: string;
  /**
   * Absolute path of the folder that replaces `root` in the session's git worktree. By default, the session is not in a
   * worktree.
   */
  readonly worktree?: string | undefined;
  readonly settings: {
    readonly hooks?: HookSettings | undefined;
    /** Shell that runs commands if the call does not specify one. Default: the agent's shell. */
    readonly shell?: CommandShell | undefined;
  };
  readonly policy: Policy;
  /**
   * Returns the same policy with MCP tool names in the form that the agent uses. By default, the agent uses them
   * unchanged.
   */
  readonly wirePolicy?: (() => Policy) | undefined;
  /**
   * The project files from which the project is read, as absolute paths or relative to the folder, whether or not they
   * exist.
   */
  readonly files: readonly string[];
}
