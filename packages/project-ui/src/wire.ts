import type { BrokenFile, FindingView, ListedMode, ServerSummary } from '@modegate/restrictions-editor/model';
import type { TaskState } from '@modegate/session-store';

/** The first response to the page, sent again after every change. */
export interface ProjectOverview {
  /** The project folder: an absolute path on this machine, but only the folder's name for viewers on other machines. */
  readonly root: string;
  /** Version of the program. */
  readonly version: string;
  /** Slug of the mode to show first. */
  readonly mode: string | undefined;
  /** True if the viewer may change modes. */
  readonly mayEdit: boolean;
  /** True if the viewer may also apply fixes, which can change any mode. */
  readonly mayFix: boolean;
  readonly modes: readonly ListedMode[];
  readonly servers: readonly ServerSummary[];
  /** True if the servers can be queried again. */
  readonly canAsk: boolean;
  /** True while the servers are being queried. */
  readonly isAsking: boolean;
  /** Files that cannot be used. */
  readonly broken: readonly BrokenFile[];
  readonly findings: readonly FindingView[];
  /**
   * Reason why there are no findings, if the settings of the check are invalid; empty if the viewer may not know the
   * reason.
   */
  readonly checkFailure: string | undefined;
  /** The saves that can be undone, the latest first. */
  readonly undo: readonly UndoView[];
  /** The audit log being followed; absent if the settings do not specify one. */
  readonly auditFile: string | undefined;
}

/** One save that can be undone. */
export interface UndoView {
  readonly id: number;
  /** Description, such as `saved docs`. */
  readonly what: string;
  readonly files: readonly string[];
  /** Epoch milliseconds. */
  readonly atMs: number;
}

/** One line of the audit log, without the arguments of the call. */
export interface AuditEntry {
  /** Epoch milliseconds. */
  readonly atMs: number;
  readonly event: 'decision' | 'consent' | 'outcome' | 'gap';
  readonly mode: string | undefined;
  readonly server: string | undefined;
  readonly tool: string;
  readonly allowed: boolean;
  readonly code: string | undefined;
  readonly reason: string | undefined;
  /** Outcome of the call, or of a request for a person's approval. */
  readonly outcome: string | undefined;
  readonly durationMs: number | undefined;
  /** For a gap: the number of missing lines. */
  readonly lost: number;
  /** Owner of the credential; undefined if there is no authentication. */
  readonly principal: string | undefined;
}

/** Tasks whose existence the viewer may know about. */
export interface TaskListView {
  /** False if the tasks are stored in the memory of another program, which alone can show them. */
  readonly isKept: boolean;
  /** The folder or database; undefined for viewers on other machines, or if the tasks are in the server's memory. */
  readonly place: string | undefined;
  readonly tasks: readonly TaskSummary[];
  /** Number of tasks omitted from the list. */
  readonly more: number;
  /** True if there are too many tasks for all of them to be read. */
  readonly isCut: boolean;
}

/** Summary of a task. */
export interface TaskSummary {
  /** Id of the task, which grants no access; the id of its session is not sent. */
  readonly id: string;
  /** Slug of the mode. */
  readonly mode: string;
  readonly state: TaskState;
  readonly hasEnded: boolean;
  /** Number of ancestors. */
  readonly depth: number;
  /** The beginning of the first message in the task. */
  readonly about: string | undefined;
  /** Epoch milliseconds. */
  readonly createdAtMs: number;
  /** Epoch milliseconds. */
  readonly usedAtMs: number;
  /** Number of subtasks that have not ended. */
  readonly openChildren: number;
}

/** One task. */
export interface TaskView extends TaskSummary {
  readonly result: string | undefined;
  /** Epoch milliseconds. */
  readonly endedAtMs: number | undefined;
  /** Ancestors from the root to the parent; the list may start below the root if some ancestors no longer exist. */
  readonly ancestors: readonly TaskSummary[];
  /** Oldest first. */
  readonly children: readonly TaskSummary[];
  /** Number of other subtasks, not shown because they have expired, have been removed, or are too numerous. */
  readonly otherChildren: number;
  /** Oldest first. */
  readonly switches: readonly SwitchView[];
  /** Oldest first. */
  readonly decisions: readonly AuditEntry[];
  /** Number of older entries that are not shown. */
  readonly dropped: { readonly switches: number; readonly decisions: number };
  readonly judged: TaskConditions;
  /**
   * Changes whenever the overview of the task's mode must be requested again; undefined if the viewer may not know
   * about a mode with this slug.
   */
  readonly picture: string | undefined;
}

/** A task's change from one mode to another. */
export interface SwitchView {
  readonly from: string;
  readonly to: string;
  readonly reason: string | undefined;
  /** Epoch milliseconds. */
  readonly atMs: number;
}

/** The circumstances under which a task's call is evaluated. */
export interface TaskConditions {
  readonly state: string | undefined;
  readonly depth: number | undefined;
  /** Slug of the parent's mode; `null` if the task has no parent, undefined if the parent's mode is not known. */
  readonly parentMode: string | null | undefined;
  /** Epoch milliseconds; undefined if no mode depends on the time. The same applies to the next two properties. */
  readonly atMs: number | undefined;
  readonly branch: string | undefined;
  readonly isCi: boolean | undefined;
}

/** An unsolicited event sent to the page as one line of JSON. */
export type UiEvent =
  /** A file may have changed, or a server has responded. */
  { readonly type: 'changed' } | { readonly type: 'audit'; readonly entries: readonly AuditEntry[] };
