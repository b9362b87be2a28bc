import type { CheckResult } from '@modegate/policy-check';
import type { Grid } from '@modegate/policy-check/permissions';
import type {
  BrokenFile,
  EditorProject,
  FindingView,
  ListedMode,
  ModePermissions,
  WayAround,
  WhyAnswer,
} from '@modegate/restrictions-editor/model';

import type { ShownChange } from '@modegate/restrictions-editor/views';
import type { FragmentReading } from '../state/link.ts';
import type { PlaygroundState, VersionFiles, WhyQuestion } from '../state/playground-state.ts';

/** A question to the worker, with everything that its answer depends on. */
export type WorkerQuestion =
  | { readonly kind: 'overview'; readonly files: VersionFiles }
  /** `filter` selects only modes whose name or slug contains this text. */
  | { readonly kind: 'matrix'; readonly files: VersionFiles; readonly filter: string }
  | { readonly kind: 'why'; readonly files: VersionFiles; readonly question: WhyQuestion }
  | { readonly kind: 'changes'; readonly before: VersionFiles; readonly after: VersionFiles }
  | { readonly kind: 'mode'; readonly files: VersionFiles; readonly mode: string }
  | { readonly kind: 'edit'; readonly files: VersionFiles; readonly mode: string }
  | { readonly kind: 'share'; readonly state: PlaygroundState }
  | { readonly kind: 'read-link'; readonly fragment: string };

/** The answer to each kind of question; plain data, which can be passed from the worker to the page. */
export interface AnswersByKind {
  readonly overview: Overview;
  readonly matrix: Grid;
  readonly why: WhyAnswer;
  readonly changes: ChangesAnswer;
  readonly mode: ModePermissions;
  readonly edit: EditorProject;
  readonly share: ShareAnswer;
  readonly 'read-link': FragmentReading;
}

/**
 * Findings, modes, and the ways to bypass the modes' restrictions. Lists are truncated at a length beyond which nobody
 * would read.
 */
export interface Overview {
  readonly broken: readonly BrokenFile[];
  readonly findings: readonly FindingView[];
  /** Counts of all findings, including those omitted from the list. */
  readonly counts: CheckResult['counts'];
  /** Errors thrown by rules; such errors are faults in the rules themselves. */
  readonly failures: readonly string[];
  /** Modes, starting with those from the files. */
  readonly modes: readonly ListedMode[];
  /** Ways to bypass the modes' restrictions, grouped by mode, in the same order as the modes. */
  readonly escapes: readonly ModeEscapes[];
}

/** The ways to bypass the restrictions of one mode. */
export interface ModeEscapes {
  readonly mode: string;
  readonly isBuiltin: boolean;
  readonly ways: readonly WayAround[];
  /** Total number of bypasses, whether shown or not. */
  readonly total: number;
}

/** The permissions granted and removed by a change to the files, or the files that cannot be compared. */
export type ChangesAnswer =
  | {
      readonly state: 'compared';
      readonly summary: readonly string[];
      /** Similar changes are combined into one, as on the command line. */
      readonly changes: readonly ShownChange[];
      readonly changesTotal: number;
    }
  | { readonly state: 'broken'; readonly broken: readonly BrokenFile[] };

/** A fragment that contains no secrets, or the number of characters by which it would exceed the limit. */
export type ShareAnswer =
  | { readonly state: 'ready'; readonly fragment: string; readonly places: readonly string[] }
  | { readonly state: 'too-long'; readonly characters: number; readonly maxCharacters: number };
