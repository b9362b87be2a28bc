import type { Location, TextSpan } from './location.ts';

/** `M` and three digits, such as `M003`; after a release, never reused for another rule. */
export type RuleId = `M${number}`;

/** Another location related to a finding, such as the other side of a conflict. */
export interface RelatedLocation {
  readonly message: string;
  readonly location: Location;
}

/** Severities of a finding, most serious first. */
export const severities = ['error', 'warning', 'info'] as const;

/** One of {@link severities}. */
export type Severity = (typeof severities)[number];

/**
 * Target audiences: `default` contains findings that everyone should act on, `strict` adds findings on style and
 * defence in depth, `audit` adds everything else.
 */
export const rulePresets = ['default', 'strict', 'audit'] as const;

/**
 * A set of rules. A rule belongs to the first set that contains it; each later set includes the rules of the earlier
 * ones.
 */
export type RulePreset = (typeof rulePresets)[number];

/**
 * A part of a file to replace; offsets are measured in UTF-16 units of the file's text, including a byte order mark.
 */
export interface FixEdit extends TextSpan {
  readonly file: string;
  readonly text: string;
}

/** A change that removes a finding. */
export interface Fix {
  readonly description: string;
  readonly edits: readonly FixEdit[];
  /** True if the fix is certain to do what the author meant, so that it may be applied without review. */
  readonly isSafe: boolean;
  /**
   * For an agent's permission file: true if the agent treats every call as it did before the fix; false if it may
   * refuse more calls.
   */
  readonly isNeutral?: boolean;
}

/** A problem that a rule yields. */
export interface FoundProblem {
  /** The problem, its consequence, and the simplest remedy. */
  readonly message: string;
  readonly location: Location;
  /** Present if it differs from the rule's severity. */
  readonly severity?: Severity | undefined;
  readonly related?: readonly RelatedLocation[] | undefined;
  readonly fix?: Fix | undefined;
  /** Slug of the affected mode. */
  readonly mode?: string | undefined;
  /** Name of the affected server. */
  readonly server?: string | undefined;
}

/** One finding of a check. */
export interface Finding {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly message: string;
  readonly location: Location;
  readonly related: readonly RelatedLocation[];
  readonly fix?: Fix;
  readonly mode?: string;
  readonly server?: string;
  /**
   * Derived from rule, file, mode, server and pointer, so that it does not change when lines move; 16 hexadecimal
   * digits.
   */
  readonly fingerprint: string;
  /** Present if a comment, a key or the baseline hides the finding. */
  readonly suppressed?: { readonly reason: string };
}
