import type { CallContext } from '@modegate/mode-core';
import type { Finding } from '@modegate/policy-check';
import type { ServerInventory } from '@modegate/policy-check/permissions';
import type { Project } from '@modegate/project';
import type { ProjectLocation } from '@modegate/project/node';
import type { OfferedServer, ServerSummary } from '@modegate/restrictions-editor/model';

import type { EditLog } from '../edits/edit-log.ts';
import type { KnownTasks } from '../tasks/known-tasks.ts';
import type { AuditEntry } from '../wire.ts';
import type { PageViewer } from './viewer.ts';

/** A server as it answered, or why it did not. */
export interface AskedServer extends OfferedServer {
  readonly state: ServerSummary['state'];
}

/** Input of a check. */
export interface ProjectCheckInput {
  readonly project: Project;
  /** Project-relative POSIX paths; undefined if unknown. */
  readonly projectFiles: readonly string[] | undefined;
  /** Tools of the servers; undefined if none was asked. */
  readonly inventory: readonly ServerInventory[] | undefined;
}

/** The project that the page is about, and what a program knows of it beside its files. */
export interface UiProject {
  readonly location: ProjectLocation;
  /** Version of the program. */
  readonly version: string;
  /** Slug of the mode to begin with. Default: the first one. */
  readonly mode?: string | undefined;
  /** Branch, CI and environment now. */
  readonly context: () => CallContext;
  /**
   * Asks the servers for their tools, until the signal aborts. Never starts one that the user has not agreed to.
   * Default: none is asked.
   */
  readonly askServers?: ((project: Project, signal: AbortSignal) => Promise<readonly AskedServer[]>) | undefined;
  /** Known servers for a viewer, called at each reading in place of `askServers`. Starts none. */
  readonly knownServers?: ((viewer: PageViewer) => readonly AskedServer[]) | undefined;
  /**
   * Runs the checker with the settings of the project and returns the findings that nothing hides. Rejects if the
   * settings are invalid.
   */
  readonly check: (checked: ProjectCheckInput) => Promise<readonly Finding[]>;
  /** Calls back when something changes that is in no file of modes or servers; resolves with what ends that. Default: nothing does. */
  readonly watchMore?: ((onChange: () => void) => Promise<() => void>) | undefined;
  /** The tasks. Default: they are in the memory of another program. */
  readonly tasks?: KnownTasks | undefined;
  /** The log of changes. Default: none. */
  readonly edits?: EditLog | undefined;
  /** The audit log, and its last lines with those that come; absent where there is none. */
  readonly audit?:
    | { readonly file: string; readonly follow: (signal: AbortSignal) => AsyncIterable<AuditEntry> }
    | undefined;
}
