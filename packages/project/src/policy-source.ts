import type { CircumstanceSources, PolicyInput } from '@modegate/mode-core';
import type { FileReadResult, ProjectFiles } from './project-files.ts';
import type { SourceLocation } from './source-locations.ts';

/** How to read a project. */
export interface ProjectOptions extends CircumstanceSources, Pick<PolicyInput, 'disabledTools'> {
  /** Absolute folder of the project, by which absolute paths in calls are judged. Default: none, so that they are refused under a file limit. */
  readonly root?: string | undefined;
  /** The user's own modes and servers. Default: none. */
  readonly global?: ProjectFiles | undefined;
  /** Server files in place of the usual ones, strongest first; each must exist. Relative ones are the project's. */
  readonly serverFiles?: readonly string[] | undefined;
  /** Changes what the policy is compiled from, such as the names of MCP tools for an agent that writes them differently. Default: nothing. */
  readonly prepare?: ((input: PolicyInput) => PolicyInput) | undefined;
}

/** A place with what was read there. */
export interface PolicySource extends SourceLocation {
  readonly file: string;
  readonly reading: FileReadResult;
}
