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

/** A server with its answer, or the reason why it gave none. */
export interface AskedServer extends OfferedServer {
  readonly state: ServerSummary['state'];
}

/** Input of a check. */
export interface ProjectCheckInput {
  readonly project: Project;
  /** Project-relative POSIX paths; undefined if unknown. */
  readonly projectFiles: readonly string[] | undefined;
  /** Tools of the servers; undefined if none was queried. */
  readonly inventory: readonly ServerInventory[] | undefined;
}

/** The project that the page shows, and the program's other information about it. */
export interface UiProject {
  readonly location: ProjectLocation;
  /** Version of the program. */
  readonly version: string;
  /** Slug of the mode to show first. Default: the first one. */
  readonly mode?: string | undefined;
  /** Returns the current branch, CI and environment. */
  readonly context: () => CallContext;
  /**
   * Queries the servers for their tools until the signal aborts. Never starts a server that the user has not approved.
   * Default: no server is queried.
   */
  readonly askServers?: ((project: Project, signal: AbortSignal) => Promise<readonly AskedServer[]>) | undefined;
  /**
   * Returns the servers known for a viewer; called at each reading instead of `askServers`. Does not start any server.
   */
  readonly knownServers?: ((viewer: PageViewer) => readonly AskedServer[]) | undefined;
  /**
   * Runs the checker with the project's settings and returns the findings that are not hidden. Rejects if the settings
   * are invalid.
   */
  readonly check: (checked: ProjectCheckInput) => Promise<readonly Finding[]>;
  /**
   * Calls back when something other than the modes and server files changes; resolves with a function that ends the
   * watch. Default: nothing else is watched.
   */
  readonly watchMore?: ((onChange: () => void) => Promise<() => void>) | undefined;
  /** The tasks. Absent if they are in another program's memory. */
  readonly tasks?: KnownTasks | undefined;
  /** The log of changes. Default: none. */
  readonly edits?: EditLog | undefined;
  /** The audit log: its last lines, and new lines as they are written; absent if there is none. */
  readonly audit?:
    | { readonly file: string; readonly follow: (signal: AbortSignal) => AsyncIterable<AuditEntry> }
    | undefined;
}
