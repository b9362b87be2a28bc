import { attempt } from '@modegate/json';

/**
 * Circumstances of a call other than the time: branch, CI and environment, insofar as the caller knows them. A missing
 * value means that the circumstance is unknown.
 */
export interface CallContext {
  /** Name of the checked-out branch. */
  readonly branch?: string | undefined;
  /** True if the call is made in a CI job. */
  readonly ci?: boolean | undefined;
  /** Values by variable name; `null` for a variable that has no value. Values are never repeated in refusals. */
  readonly env?: Readonly<Record<string, string | null | undefined>> | undefined;
}

/**
 * Task to which a call belongs, insofar as the caller knows it. A missing value means that the circumstance is unknown.
 */
export interface TaskContext {
  /**
   * State of the task, such as `active` or `delegated`. A call activates a pending task, so pass `active` for a pending
   * task.
   */
  readonly state?: string | undefined;
  /** Number of ancestors of the task; 0 if the task has no ancestors. */
  readonly depth?: number | undefined;
  /** Slug of the current mode of the parent task; `null` if there is no parent. */
  readonly parentMode?: string | null | undefined;
}

/** Time and context of a call. Read only for modes that have a schedule or a condition. */
export interface Circumstances {
  /**
   * Time of the call, in epoch milliseconds. Default: the policy's clock, if it has one. A value before 1973, such as a
   * time in seconds, is treated as unknown.
   */
  readonly at?: number | undefined;
  /** Context that replaces the policy's context completely. Default: the policy's context, if it has one. */
  readonly context?: CallContext | undefined;
  /** Task of the call. Default: unknown. The task can differ from call to call, so a policy has no default task. */
  readonly task?: TaskContext | undefined;
}

/**
 * Mode that a question concerns: a slug, either alone or with the circumstances in which the mode is to be evaluated.
 */
export type ModeQuestion = string | (Circumstances & { readonly mode: string });

/** Circumstances on which the rules of a policy depend. A caller need not look up any other circumstances. */
export interface CircumstanceNeeds {
  readonly time: boolean;
  readonly branch: boolean;
  readonly ci: boolean;
  /** True if a rule depends on the task. */
  readonly task: boolean;
  /**
   * Names of environment variables, sorted. The names come from modes files, so pass only values that the authors of
   * those files are allowed to know.
   */
  readonly env: readonly string[];
}

/** Sources of the circumstances that a caller does not pass. */
export interface CircumstanceSources {
  /**
   * Returns the time in epoch milliseconds, like `Date.now`. Called only for modes with a schedule or a condition.
   * Default: none, in which case schedules refuse calls.
   */
  readonly now?: (() => number) | undefined;
  /**
   * Returns the context of a call. Called under the same conditions as the clock; must be fast. Default: none, in which
   * case the context is unknown.
   */
  readonly context?: (() => CallContext | undefined) | undefined;
}

/** @internal The circumstances of one decision, read only once, so that all rules see the same values. */
export interface KnownCircumstances {
  readonly at: number | undefined;
  readonly context: CallContext | undefined;
  readonly task: TaskContext | undefined;
}

/** @internal Circumstances of a decision that depends on no circumstances. */
export const noCircumstances: KnownCircumstances = { at: undefined, context: undefined, task: undefined };

/**
 * @internal Reads the circumstances that the caller passed or, if the caller passed none, those from the clock and the
 * context. If a source throws, its value is unknown.
 */
export function resolveCircumstances({ now, context }: CircumstanceSources, given: Circumstances): KnownCircumstances {
  const at = given.at ?? (now && attempt(now));
  const known = given.context ?? (context && attempt(context));
  return { at: isPlausibleTime(at) ? at : undefined, context: known, task: given.task };
}

/**
 * @internal Resolves the circumstances of a question once, so that any number of decisions are based on the same
 * moment. Reads only the circumstances that the policy needs.
 */
export function resolveQuestion(
  { compiled, needs }: { readonly compiled: CircumstanceSources; readonly needs: CircumstanceNeeds },
  question: ModeQuestion,
): KnownCircumstances & { readonly mode: string } {
  const { mode, at, context, task }: Exclude<ModeQuestion, string> =
    typeof question === 'string' ? { mode: question } : question;
  const isAsked = needs.time || needs.branch || needs.ci || needs.env.length > 0;
  return isAsked ? { mode, ...resolveCircumstances(compiled, { at, context, task }) } : { mode, at, context, task };
}

// Rejects times in seconds (which, read as milliseconds, are in 1970) and in microseconds (which are beyond the year
// 9999). Within the range, every zone's offset from UTC is a whole number of minutes.
const earliestMs = 100_000_000_000;
const latestMs = Date.UTC(10_000, 0);

function isPlausibleTime(at: unknown): at is number {
  return typeof at === 'number' && at >= earliestMs && at < latestMs;
}
