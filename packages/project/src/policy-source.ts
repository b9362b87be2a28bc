import type { CircumstanceSources, PolicyInput } from '@modegate/mode-core';
import type { CommandShell } from '@modegate/mode-core/commands';
import type { FileReadResult, ProjectFiles } from './project-files.ts';
import type { SourceLocation } from './source-locations.ts';

/** Options of `readProject`. */
export interface ProjectOptions extends CircumstanceSources, Pick<PolicyInput, 'disabledTools'> {
  /**
   * Absolute folder of the project, for absolute paths in calls. Default: none, so such paths are refused under a file
   * limit.
   */
  readonly root?: string | undefined;
  /** The user's modes and servers. Default: none. */
  readonly global?: ProjectFiles | undefined;
  /**
   * Shell that runs commands, unless a call names another. Default: unknown, so that only plain commands can be judged;
   * `loadProject` assumes bash, except on Windows.
   */
  readonly shell?: CommandShell | undefined;
  /**
   * Server files to read instead of the usual ones, strongest first; each must exist. Relative paths are relative to
   * the project.
   */
  readonly serverFiles?: readonly string[] | undefined;
  /**
   * Changes the input of the policy, for example the names of MCP tools for an agent that writes them differently.
   * Default: no change.
   */
  readonly prepare?: ((input: PolicyInput) => PolicyInput) | undefined;
}

/** A modes or server file to compile: its location, its name in messages, and the result of reading it. */
export interface PolicySource extends SourceLocation {
  readonly file: string;
  readonly reading: FileReadResult;
}
