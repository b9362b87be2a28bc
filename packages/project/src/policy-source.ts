import type { CircumstanceSources, PolicyInput } from '@modegate/mode-core';
import type { CommandShell } from '@modegate/mode-core/commands';
import type { FileReadResult, ProjectFiles } from './project-files.ts';
import type { SourceLocation } from './source-locations.ts';

/** Options for `readProject`. */
export interface ProjectOptions extends CircumstanceSources, Pick<PolicyInput, 'disabledTools'> {
  /**
   * Absolute path of the project folder, for absolute paths in calls. Default: none, so such paths are refused if a
   * file restriction applies.
   */
  readonly root?: string | undefined;
  /** The user's modes and servers. Default: none. */
  readonly global?: ProjectFiles | undefined;
  /**
   * Shell that runs commands, unless a call specifies another. Default: unknown, so that only plain commands can be
   * evaluated; `loadProject` assumes bash, except on Windows.
   */
  readonly shell?: CommandShell | undefined;
  /**
   * Server files to read instead of the usual ones, in descending order of precedence; each must exist. Relative paths
   * are relative to the project.
   */
  readonly serverFiles?: readonly string[] | undefined;
  /**
   * Changes the policy's input, for example the names of MCP tools for an agent that writes them differently. Default:
   * no change.
   */
  readonly prepare?: ((input: PolicyInput) => PolicyInput) | undefined;
}

/** A modes or server file to compile: its location, its name in messages, and the result of reading it. */
export interface PolicySource extends SourceLocation {
  readonly file: string;
  readonly reading: FileReadResult;
}
