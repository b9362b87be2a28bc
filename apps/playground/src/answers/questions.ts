import type { Finding } from '@modegate/policy-check';
import type { PermissionRow } from '@modegate/policy-check/permissions';
import type { EditorProject } from '@modegate/restrictions-editor/model';
import type { PlaygroundState, VersionFiles, WhyQuestion } from '../state/playground-state.ts';

/** What the page asks, with everything that the answer depends on. */
export type Question =
  /** What is wrong with the files, and what each mode may do. `filter`: only modes whose name or slug has it. */
  | { readonly kind: 'report'; readonly files: VersionFiles; readonly filter: string }
  | { readonly kind: 'why'; readonly files: VersionFiles; readonly question: WhyQuestion }
  | { readonly kind: 'changes'; readonly before: VersionFiles; readonly after: VersionFiles }
  /** What one mode may do, drawn. */
  | { readonly kind: 'picture'; readonly files: VersionFiles; readonly mode: string }
  /** What the editor needs for one mode. */
  | { readonly kind: 'edit'; readonly files: VersionFiles; readonly mode: string }
  | { readonly kind: 'share'; readonly state: PlaygroundState }
  | { readonly kind: 'read-link'; readonly fragment: string };

/** The answer to each kind of question. Plain data, which crosses from the worker to the page. */
export interface Answers {
  readonly report: Report;
  readonly why: WhyAnswer;
  readonly changes: ChangesAnswer;
  readonly picture: PictureAnswer;
  readonly edit: EditorProject;
  readonly share: ShareAnswer;
  readonly 'read-link': LinkAnswer;
}

/** A file that is there and cannot be used, with a sentence on why. */
export interface BrokenFile {
  readonly file: string;
  readonly message: string;
}

/** What the first two tabs show. Lists are cut where a person would not read on; the totals say by how much. */
export interface Report {
  readonly broken: readonly BrokenFile[];
  readonly findings: readonly Finding[];
  /** Of all findings, cut or not. */
  readonly counts: {
    readonly error: number;
    readonly warning: number;
    readonly info: number;
    readonly suppressed: number;
  };
  /** What a rule failed with, which is a fault of the rule. */
  readonly failures: readonly string[];
  /** Those of the files first. */
  readonly modes: readonly { readonly slug: string; readonly name: string; readonly isBuiltin: boolean }[];
  readonly matrix: Matrix;
  /** By mode, in the same order. */
  readonly escapes: readonly ModeEscapes[];
  /** What can be asked about, in the words of the form. */
  readonly targets: readonly string[];
}

/** The ways around the limits of one mode. */
export interface ModeEscapes {
  readonly mode: string;
  readonly isBuiltin: boolean;
  readonly ways: readonly { readonly certainty: string; readonly message: string }[];
  /** Shown or not. */
  readonly total: number;
}

/** Modes beside each other, by subject. */
export interface Matrix {
  readonly modes: readonly string[];
  /** Modes that the filter leaves, shown or not. */
  readonly modesTotal: number;
  readonly lines: readonly MatrixLine[];
  readonly linesTotal: number;
}

/** One subject in every mode that is shown. */
export interface MatrixLine {
  /** As in `modegate matrix`. */
  readonly label: string;
  /** The group of the tool, or the name of its server. */
  readonly section: string;
  /** What to ask `why` about; absent where the line is about more than one name. */
  readonly target?: string;
  /** In the order of the modes. */
  readonly cells: readonly MatrixCell[];
}

/** What one mode may do with one subject. */
export interface MatrixCell {
  readonly state: PermissionRow['state'];
  /** State and limits in words. */
  readonly words: string;
}

/** A decision with the way to it, or why the question cannot be asked. */
export type WhyAnswer =
  | {
      readonly state: 'answered';
      readonly allowed: boolean;
      readonly code?: string;
      readonly reason?: string;
      readonly rule: string;
      /** Where the rule is written; absent for one that no file has. */
      readonly place?: { readonly file: string; readonly line: number };
      readonly steps: readonly { readonly check: string; readonly outcome: string; readonly detail: string }[];
      /** The same question at a command line. */
      readonly command: string;
    }
  | { readonly state: 'unclear'; readonly field: 'mode' | 'files' | 'args' | 'at'; readonly message: string };

/** What a change of the files grants and takes, or which file keeps that from being known. */
export type ChangesAnswer =
  | {
      readonly state: 'compared';
      readonly summary: readonly string[];
      /** Those that are alike once, as at a command line. */
      readonly changes: readonly { readonly kind: string; readonly mayGrant: boolean; readonly message: string }[];
      readonly changesTotal: number;
    }
  | { readonly state: 'broken'; readonly broken: readonly BrokenFile[] };

/** One mode drawn. */
export interface PictureAnswer {
  /** A whole SVG file with its own style sheet. */
  readonly svg: string;
  /** The picture in a sentence. */
  readonly description: string;
  /** The ways around, by their numbers in the picture. */
  readonly ways: readonly { readonly certainty: string; readonly message: string }[];
}

/** A fragment without secrets, or how much too long it would be. */
export type ShareAnswer =
  | { readonly state: 'ready'; readonly fragment: string; readonly places: readonly string[] }
  | { readonly state: 'too-long'; readonly characters: number; readonly maxCharacters: number };

/** What was in a link. */
export type LinkAnswer =
  | { readonly state: 'empty' }
  | { readonly state: 'read'; readonly value: PlaygroundState }
  | { readonly state: 'broken'; readonly reason: string };
