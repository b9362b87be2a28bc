import type { Circumstances, Policy } from '@modegate/mode-core';
import type { ShellSurroundings } from './find-shells.ts';
import type { PathLookup } from './path-lookup.ts';

/** Options for judgeAgentCall. */
export interface JudgeOptions extends PathLookup {
  /** Slugs of the active modes; all of them must allow the call. */
  readonly modes: readonly string[];
  /**
   * Returns the policy with MCP tool names in the form that the agent uses. By default, the agent uses them unchanged.
   */
  readonly wirePolicy?: (() => Policy) | undefined;
  /**
   * Returns a path relative to the user's home folder, where agents keep their plans; undefined for paths elsewhere. By
   * default, no path is in that folder.
   */
  readonly showInHome?: ((absolute: string) => string | undefined) | undefined;
  /** The time and environment of the call. Default: the information in the policy. */
  readonly circumstances?: Circumstances | undefined;
  /** True if no call may write files that control decisions on calls. Default: true. */
  readonly protect?: boolean | undefined;
  /** Returns true for additional files that no call may write. Default: no additional files. */
  readonly isProtected?: ((absolute: string) => boolean) | undefined;
  /** Returns true for a folder that contains files that no call may write. Default: no folder does. */
  readonly hasProtected?: ((absolute: string) => boolean) | undefined;
  /**
   * Known facts about the shells that run the agent's commands. Default: the shells of Linux, in an unknown
   * environment.
   */
  readonly shells?: ShellSurroundings | undefined;
}
