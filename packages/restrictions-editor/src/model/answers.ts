import type { CommandShell } from '@modegate/mode-core/commands';
import type { Grid } from '@modegate/policy-check/permissions';
import type { CallExplanation } from './explain-call.ts';
import type { ModePermissions } from './mode-view.ts';
import type { DiffLine } from './preview-change.ts';

/**
 * Answers to the queries of the shared views; a page obtains them over HTTP, from a worker, or by any other means. All
 * methods reject with an `Error` whose message is a sentence intended for the user.
 */
export interface Answers {
  readonly mode: (question: { readonly mode: string }) => Promise<ModePermissions>;
  readonly matrix: (question: MatrixQuestion) => Promise<Grid>;
  readonly why: (question: WhyQuestion) => Promise<WhyAnswer>;
}

/** A selection of modes to compare. */
export interface MatrixQuestion {
  /** Part of a name or slug. Default: all modes. */
  readonly filter?: string | undefined;
}

/** One mode in a list. */
export interface ListedMode {
  readonly slug: string;
  readonly name: string;
  /** Origin: `project`, `global` or `builtin`. */
  readonly source: string;
  /** The reason why the mode refuses everything; absent if the mode is valid. */
  readonly invalid?: string | undefined;
}

/** One configured server. */
export interface ServerSummary {
  readonly name: string;
  readonly state: 'answered' | 'not-asked' | 'off' | 'failed';
  /** The reason why the server's tools are not known; undefined if they are known. */
  readonly note: string | undefined;
  /** Number of tools, if they are known. */
  readonly tools: number | undefined;
}

/** A command and its shell, as the fields of a form. */
export interface TypedCommand {
  /** Empty for a tool that runs no command. */
  readonly command: string;
  /** Empty to use the usual shell. */
  readonly shell: CommandShell | '';
}

/** A question about one call, as the text fields of a form. */
export interface WhyQuestion extends TypedCommand {
  /** Slug of the mode. */
  readonly mode: string;
  /** An agent's own tool, `server/tool`, or `server/` for the resources of a server. */
  readonly target: string;
  /** One project-relative path per line; unused for a tool that runs a command. */
  readonly files: string;
  /** The arguments as a JSON object. */
  readonly args: string;
  /** A time with its time zone, such as `2026-03-01T09:00:00Z`. */
  readonly at: string;
  readonly branch: string;
  /** True for a call in a CI job; false if it is not known to be one. */
  readonly ci: boolean;
}

/** A decision, or the field of the question that cannot be understood. */
export type WhyAnswer =
  | CallExplanation
  | { readonly state: 'unclear'; readonly field: 'mode' | 'files' | 'args' | 'at'; readonly message: string };

/** A request concerning the fix for a finding. */
export interface FixRequest {
  readonly key: string;
  /** True to apply the fix; false only to show it. */
  readonly apply: boolean;
  readonly allowGrants: boolean;
}

/** A fix before or after it is applied. */
export interface FixView {
  readonly isApplied: boolean;
  /** Permissions that the fix might grant; undefined if there are none. */
  readonly grants: string | undefined;
  readonly files: readonly { readonly file: string; readonly lines: readonly DiffLine[] }[];
}
