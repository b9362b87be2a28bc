import { attempt } from '@modegate/json';

/**
 * Circumstances of a call other than time: branch, CI and environment, as far as the caller knows them. A missing value
 * means unknown.
 */
export interface CallContext {
  /** Name of the checked-out branch. */
  readonly branch?: string | undefined;
  /** True in a CI job. */
  readonly ci?: boolean | undefined;
  /** Values by variable name; `null` for a variable that has no value. Refusals never repeat a value. */
  readonly env?: Readonly<Record<string, string | null | undefined>> | undefined;
}

/** Task that a call belongs to, as far as the caller knows it. A missing value means unknown. */
export interface TaskContext {
  /** State of the task, such as `active` or `delegated`. A call activates a pending task, so pass `active` for it. */
  readonly state?: string | undefined;
  /** Number of ancestors of the task; 0 for none. */
  readonly depth?: number | undefined;
  /** Slug of the current mode of the parent task; `null` if there is no parent. */
  readonly parentMode?: string | null | undefined;
}

/** Time and context of a call. Read only by modes that have a schedule or a condition. */
export interface Circumstances {
  /**
   * Epoch milliseconds. Default: the policy's clock, if it has one. A value before 1973, such as one in seconds, is
   * treated as unknown.
   */
  readonly at?: number | undefined;
  /** Replaces the policy's context completely. Default: the policy's context, if it has one. */
  readonly context?: CallContext | undefined;
  /** Default: unknown. A task belongs to one call, so a policy has no default for it. */
  readonly task?: TaskContext | undefined;
}

/** Mode to ask about: a slug, alone or with the circumstances in which to evaluate it. */
export type ModeQuestion = string | (Circumstances & { readonly mode: string });

/** Circumstances on which the rules of a policy depend. A caller need not look up any other circumstances. */
export interface CircumstanceNeeds {
  readonly time: boolean;
  readonly branch: boolean;
  readonly ci: boolean;
  /** True if a rule depends on the task. */
  readonly task: boolean;
  /**
   * Names of environment variables, sorted. They come from modes files, so pass only values that the authors of those
   * files are allowed to know.
   */
  readonly env: readonly string[];
}

/** Sources of the circumstances that a caller does not pass. */
export interface CircumstanceSources {
  /**
   * Clock in epoch milliseconds, such as `Date.now`. Called only for modes with a schedule or a condition. Default:
   * none, in which case schedules refuse.
   */
  readonly now?: (() => number) | undefined;
  /**
   * Context of a call. Called under the same conditions as the clock; must be fast. Default: none, in which case the
   * context is unknown.
   */
  readonly context?: (() => CallContext | undefined) | undefined;
}

/** @internal The circumstances of one decision, read once so that all its rules see the same values. */
export interface KnownCircumstances {
  readonly at: number | undefined;
  readonly context: CallContext | undefined;
  readonly task: TaskContext | undefined;
}

/** @internal Circumstances of a decision that depends on no circumstances. */
export const noCircumstances: KnownCircumstances = { at: undefined, context: undefined, task: undefined };

/**
 * @internal Reads the circumstances that the caller passed or, failing that, those from the clock and the context. If a
 * source throws, its value is unknown.
 */
export function resolveCircumstances({ now, context }: CircumstanceSources, given: Circumstances): KnownCircumstances {
  const at = given.at ?? (now && attempt(now));
  return {
    at: isPlausibleTime(at) ? at : undefined,
    context: given.context ?? (context && attempt(context)),
    task: given.task,
  };
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

// Rejects times in seconds (milliseconds of 1970 when misread) and in microseconds (beyond the year 9999). Within the
// range, every zone's offset from UTC is a whole number of minutes.
const earliestMs = 100_000_000_000;
const latestMs = Date.UTC(10_000, 0);

function isPlausibleTime(at: unknown): at is number {
  return typeof at === 'number' && at >= earliestMs && at < latestMs;
}
