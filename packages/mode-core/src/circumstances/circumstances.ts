/** The part of the circumstances of a call that is not time: branch, CI and environment, as far as the caller knows them. What is left out counts as unknown. */
export interface CallContext {
  /** Name of the branch that is checked out. */
  readonly branch?: string | undefined;
  /** Whether the call is made in a CI job. */
  readonly ci?: boolean | undefined;
  /** Values by name; `null` says that the name is known to have none. Refusals never repeat a value. */
  readonly env?: Readonly<Record<string, string | null | undefined>> | undefined;
}

/** The task that a call belongs to, as far as the caller knows it. What is left out counts as unknown. */
export interface TaskContext {
  /** Such as `active` or `delegated`. A call makes a pending task active, so its caller says `active`. */
  readonly state?: string | undefined;
  /** How many ancestors the task has; 0 for none. */
  readonly depth?: number | undefined;
  /** The slug of the mode that the parent task is in now; `null` when there is no parent. */
  readonly parentMode?: string | null | undefined;
}

/**
 * When and where a call is made: the time, and as {@link CallContext} all that is not time. A condition is what a modes file demands of the
 * circumstances; without a schedule or a condition nothing reads them.
 */
export interface Circumstances {
  /** Epoch milliseconds. Default: the policy's own clock, if it has one. A value before 1973, as seconds are, counts as unknown. */
  readonly at?: number | undefined;
  /** Replaces the policy's own context completely. Default: that context, if it has one. */
  readonly context?: CallContext | undefined;
  /** Default: unknown. It belongs to the call, so a policy has none of its own. */
  readonly task?: TaskContext | undefined;
}

/** A mode to ask about: its slug, alone or with the circumstances to judge it in. */
export type ModeQuestion = string | (Circumstances & { readonly mode: string });

/** What the rules of a policy ask of the circumstances, so that a caller looks up nothing else. */
export interface CircumstanceNeeds {
  readonly time: boolean;
  readonly branch: boolean;
  readonly ci: boolean;
  /** Whether anything about the task is asked for. */
  readonly task: boolean;
  /** The names asked for, sorted. They come from modes files: hand over only values that their authors may learn about. */
  readonly env: readonly string[];
}

/** Where the circumstances of a call come from when the caller does not give them. */
export interface CircumstanceSources {
  /** The clock, in epoch milliseconds, such as `Date.now`. Read only for modes with a schedule or a condition. Default: none, so that schedules refuse. */
  readonly now?: (() => number) | undefined;
  /** The context. Read as the clock is, so it should answer at once. Default: none, so that it is unknown. */
  readonly context?: (() => CallContext | undefined) | undefined;
}

/** @internal The circumstances of one decision, read once so that all its rules see the same. */
export interface KnownCircumstances {
  readonly at: number | undefined;
  readonly context: CallContext | undefined;
  readonly task: TaskContext | undefined;
}

/** @internal Reads what the caller gave, or the clock and the context where it gave nothing; one that fails knows nothing. */
export function resolveCircumstances({ now, context }: CircumstanceSources, given: Circumstances): KnownCircumstances {
  const at = given.at ?? readOr(now);
  return { at: isPlausibleTime(at) ? at : undefined, context: given.context ?? readOr(context), task: given.task };
}

/** @internal A question about one moment: what many decisions are to see alike is read once, where the policy asks for anything. */
export function resolveQuestion(
  { compiled, needs }: { readonly compiled: CircumstanceSources; readonly needs: CircumstanceNeeds },
  question: ModeQuestion,
): KnownCircumstances & { readonly mode: string } {
  const { mode, at, context, task }: Exclude<ModeQuestion, string> =
    typeof question === 'string' ? { mode: question } : question;
  const isAsked = needs.time || needs.branch || needs.ci || needs.env.length > 0;
  return isAsked ? { mode, ...resolveCircumstances(compiled, { at, context, task }) } : { mode, at, context, task };
}

/** @internal What a source says; one that fails, or is none, knows nothing. */
export function readOr<Value>(read: (() => Value) | undefined): Value | undefined {
  try {
    return read?.();
  } catch {
    return undefined;
  }
}

// Seconds of our days are milliseconds of 1970, and microseconds lie beyond the year 9999: neither may pass for a time. Within the
// range every zone's offset from UTC is a whole number of minutes.
const earliestMs = 100_000_000_000;
const latestMs = Date.UTC(10_000, 0);

function isPlausibleTime(at: unknown): at is number {
  return typeof at === 'number' && at >= earliestMs && at < latestMs;
}
