import type { Location } from './location.ts';

/** `M` and three digits, such as `M003`; never given to another rule once released. */
export type RuleId = `M${number}`;

/** Another place that a finding is about, such as the other side of a conflict. */
export interface RelatedLocation {
  readonly message: string;
  readonly location: Location;
}

/** How much a finding matters, the gravest first. */
export const severities = ['error', 'warning', 'info'] as const;

/** How much a finding matters. */
export type Severity = (typeof severities)[number];

/** Who is asking: `default` is what anyone should act on, `strict` adds style and defence in depth, `audit` adds everything. */
export const rulePresets = ['default', 'strict', 'audit'] as const;

/** Who is asking. A rule belongs to the first persona that has it; each later one has the rules of those before. */
export type RulePreset = (typeof rulePresets)[number];

/** A piece of a file to be replaced; offsets count UTF-16 units of the file's text, a byte order mark included. */
export interface FixEdit {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A change that removes a finding. */
export interface Fix {
  readonly description: string;
  readonly edits: readonly FixEdit[];
  /** Whether it does what the author surely meant, so that it may be applied without review. */
  readonly isSafe: boolean;
}

/** What a rule yields. */
export interface FoundProblem {
  /** What happened, what follows from it, and the nearest way out. */
  readonly message: string;
  readonly location: Location;
  /** Where it differs from the rule's. */
  readonly severity?: Severity | undefined;
  readonly related?: readonly RelatedLocation[] | undefined;
  readonly fix?: Fix | undefined;
  /** Slug of the mode it is about. */
  readonly mode?: string | undefined;
  /** Name of the server it is about. */
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
  /** The same for the same finding after lines have moved: made of rule, file, mode, server and pointer. 16 hexadecimal digits. */
  readonly fingerprint: string;
  /** Present when a comment, a key or the baseline hides it. */
  readonly suppressed?: { readonly reason: string };
}
