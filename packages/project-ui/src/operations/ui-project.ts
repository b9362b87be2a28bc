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

/** A server with its response, or the reason why it did not respond. */
export interface AskedServer extends OfferedServer {
  readonly state: ServerSummary['state'];
}

/** Input for a check. */
export interface ProjectCheckInput {
  readonly project: Project;
  /** Project-relative POSIX paths; undefined if unknown. */
  readonly projectFiles: readonly string[] | undefined;
  /** Tools of the servers; undefined if no server was queried. */
  readonly inventory: readonly ServerInventory[] | undefined;
}

/** The project that the page shows, and other information that the program has about the project. */
export interface UiProject {
  readonly location: ProjectLocation;
  /** Version of the program. */
  readonly version: string;
  /** Slug of the mode to show first. Default: the project's first mode. */
  readonly mode?: string | undefined;
  /** Returns the current branch, CI and environment. */
  readonly context: () => CallContext;
  /**
   * Queries the servers for their tools until the signal is aborted. Never starts a server that the user has not
   * approved. Default: no server is queried.
   */
  readonly askServers?: ((project: Project, signal: AbortSignal) => Promise<readonly AskedServer[]>) | undefined;
  /**
   * Returns the servers known for a viewer; called instead of `askServers` each time the project is read. Does not
   * start any server.
   */
  readonly knownServers?: ((viewer: PageViewer) => readonly AskedServer[]) | undefined;
  /**
   * Runs the checker with the project's settings and returns the findings that are not hidden. Rejects if the settings
   * are invalid.
   */
  readonly check: (checked: ProjectCheckInput) => Promise<readonly Finding[]>;
  /**
   * Calls the callback when something other than the modes and server files changes; resolves with a function that
   * stops watching. Default: nothing else is watched.
   */
  readonly watchMore?: ((onChange: () => void) => Promise<() => void>) | undefined;
  /** The tasks. Absent if they are in the memory of another program. */
  readonly tasks?: KnownTasks | undefined;
  /** The log of changes. Default: no changes are logged. */
  readonly edits?: EditLog | undefined;
  /** The audit log: its last lines, and new lines as they are written; absent if there is no audit log. */
  readonly audit?:
    | { readonly file: string; readonly follow: (signal: AbortSignal) => AsyncIterable<AuditEntry> }
    | undefined;
}
