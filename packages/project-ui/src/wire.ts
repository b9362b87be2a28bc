import type { FileReach, GroupPicture, ModePicture } from '@modegate/policy-check/page';
import type { PermissionState } from '@modegate/policy-check/permissions';
import type { TaskState } from '@modegate/session-store';

/** What the page is shown first, and again after every change. */
export interface ProjectOverview {
  /** Folder of the project: absolute on this machine, its name alone for those elsewhere. */
  readonly root: string;
  /** Version of the program. */
  readonly version: string;
  /** Slug of the mode to begin with. */
  readonly mode: string | undefined;
  /** Whether who asks may change the modes. */
  readonly mayEdit: boolean;
  /** Whether fixes may be applied, too, which may change any mode. */
  readonly mayFix: boolean;
  readonly modes: readonly ModeSummary[];
  readonly servers: readonly ServerSummary[];
  /** Whether the servers can be asked again. */
  readonly canAsk: boolean;
  /** Whether the servers are being asked now. */
  readonly isAsking: boolean;
  readonly findings: readonly FindingView[];
  /** Why there are none: the settings of the check cannot be used; empty where the viewer must not know. */
  readonly checkFailure: string | undefined;
  /** The saves that can be undone, the last one first. */
  readonly undo: readonly UndoView[];
  /** The audit log that is followed; absent where the settings name none. */
  readonly auditFile: string | undefined;
}

/** One mode in the list. */
export interface ModeSummary {
  readonly slug: string;
  readonly name: string;
  readonly source: string;
  /** Why the mode refuses everything. */
  readonly invalid: string | undefined;
}

/** One configured server. */
export interface ServerSummary {
  readonly name: string;
  readonly state: 'answered' | 'not-asked' | 'off' | 'failed';
  /** Why its tools are not known. */
  readonly note: string | undefined;
  /** How many tools it lists, where they are known. */
  readonly tools: number | undefined;
}

/** One finding of the checker. */
export interface FindingView {
  /** Names it in a request. */
  readonly key: string;
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly mode: string | undefined;
  readonly fix: { readonly description: string; readonly isSafe: boolean } | undefined;
}

/** One save that can be undone. */
export interface UndoView {
  readonly id: number;
  /** Such as `saved docs`. */
  readonly what: string;
  readonly files: readonly string[];
  /** Epoch milliseconds. */
  readonly atMs: number;
}

/** What one mode may do, as every picture of this project has it, without the rows that it is made of and the names of files. */
export interface ModeView extends Omit<ModePicture, 'rows' | 'ways' | 'groups'> {
  readonly groups: readonly GroupView[];
  readonly ways: readonly WayAround[];
}

/** One group of the agent's tools. */
export interface GroupView extends Omit<GroupPicture, 'files'> {
  /** How many files its limit opens, where they are known. */
  readonly files?: Pick<FileReach, 'opened' | 'asked'> | undefined;
}

/** A way around a limit. */
export type WayAround = Pick<ModePicture['ways'][number], 'kind' | 'certainty' | 'message'>;

/** What all modes may do: one row a subject, one letter a mode. */
export interface MatrixView {
  /** Slugs. */
  readonly modes: readonly string[];
  readonly rows: readonly MatrixRow[];
}

/** One subject of the matrix. */
export interface MatrixRow {
  readonly label: string;
  /** Of the agent's own tools their group, else the server. */
  readonly section: string;
  readonly isServer: boolean;
  /** What `why` is asked for it; absent where no single call is meant. */
  readonly target: string | undefined;
  readonly states: readonly PermissionState[];
}

/** A question and its answer, with each check on the way. */
export interface WhyView {
  readonly allowed: boolean;
  readonly code: string | undefined;
  readonly reason: string | undefined;
  /** The rule that decided, with its place. */
  readonly rule: string;
  readonly steps: readonly { readonly check: string; readonly outcome: string; readonly detail: string }[];
}

/** A fix before it is applied, or after. */
export interface FixView {
  readonly isApplied: boolean;
  /** What a mode might do more after it; undefined for nothing. */
  readonly grants: string | undefined;
  readonly files: readonly { readonly file: string; readonly lines: readonly DiffLineView[] }[];
}

/** One line of a diff; `gap` is left out text. */
export interface DiffLineView {
  readonly kind: 'added' | 'removed' | 'same' | 'gap';
  readonly text: string;
}

/** One line of the audit log, without the arguments of the call. */
export interface AuditEntry {
  /** Epoch milliseconds. */
  readonly atMs: number;
  readonly event: 'decision' | 'outcome' | 'gap';
  readonly mode: string | undefined;
  readonly server: string | undefined;
  readonly tool: string;
  readonly allowed: boolean;
  readonly code: string | undefined;
  readonly reason: string | undefined;
  readonly outcome: string | undefined;
  readonly durationMs: number | undefined;
  /** Of a gap: how many lines are missing. */
  readonly lost: number;
  /** Whose credential it was; undefined without authentication. */
  readonly principal: string | undefined;
}

/** The tasks that the viewer may know of. */
export interface TaskListView {
  /** False where they live in the memory of another program, which alone can show them. */
  readonly isKept: boolean;
  /** Where they are kept; undefined elsewhere than on this machine, and for the memory of the server. */
  readonly place: string | undefined;
  readonly tasks: readonly TaskSummary[];
  /** How many were left out of the list. */
  readonly more: number;
  /** Whether there are so many that not all were read. */
  readonly isCut: boolean;
}

/** A task in a line. */
export interface TaskSummary {
  /** That of the task, which gives no right; the id of its session is not sent. */
  readonly id: string;
  /** Slug. */
  readonly mode: string;
  readonly state: TaskState;
  readonly hasEnded: boolean;
  /** How many ancestors it has. */
  readonly depth: number;
  /** The beginning of its first message. */
  readonly about: string | undefined;
  /** Epoch milliseconds. */
  readonly createdAtMs: number;
  /** Epoch milliseconds. */
  readonly usedAtMs: number;
  /** How many of its subtasks have not ended. */
  readonly openChildren: number;
}

/** One task. */
export interface TaskView extends TaskSummary {
  readonly result: string | undefined;
  /** Epoch milliseconds. */
  readonly endedAtMs: number | undefined;
  /** The root first, the parent last; may begin later where one is gone. */
  readonly ancestors: readonly TaskSummary[];
  /** The oldest first. */
  readonly children: readonly TaskSummary[];
  /** How many it had besides: expired, removed, or too many to show. */
  readonly otherChildren: number;
  /** The oldest first. */
  readonly switches: readonly SwitchView[];
  /** The oldest first. */
  readonly decisions: readonly AuditEntry[];
  /** How many older entries are not shown. */
  readonly dropped: { readonly switches: number; readonly decisions: number };
  readonly judged: JudgedView;
  /** Changes when the drawing of its mode is to be asked for again; undefined where the viewer may not know of a mode with this slug. */
  readonly picture: string | undefined;
}

/** A change of a task's mode. */
export interface SwitchView {
  readonly from: string;
  readonly to: string;
  readonly reason: string | undefined;
  /** Epoch milliseconds. */
  readonly atMs: number;
}

/** What a call of a task is judged by. */
export interface JudgedView {
  readonly state: string | undefined;
  readonly depth: number | undefined;
  /** Slug; `null` if the task has no parent, undefined if the parent's mode is not known. */
  readonly parentMode: string | null | undefined;
  /** Epoch milliseconds; undefined where no mode asks for the time, as the two below. */
  readonly atMs: number | undefined;
  readonly branch: string | undefined;
  readonly isCi: boolean | undefined;
}

/** What comes without being asked for, one JSON object a line. */
export type UiEvent =
  /** A file may have changed, or a server has answered. */
  { readonly type: 'changed' } | { readonly type: 'audit'; readonly entries: readonly AuditEntry[] };
