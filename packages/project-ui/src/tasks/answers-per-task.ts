import type { CallContext, CircumstanceNeeds, Circumstances, TaskContext } from '@modegate/mode-core';

/** Answers under the circumstances of one task. */
export interface TaskAnswers<Answers> {
  readonly circumstances: Circumstances;
  readonly answers: Answers;
  /** A stamp that is identical for identical answers. */
  readonly stamp: string;
}

/** The circumstances on which answers depend. */
export interface DecisionEnvironment {
  readonly needs: CircumstanceNeeds;
  readonly context: () => CallContext;
  /** Returns epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Maximum number of cached answers, enough for tasks whose circumstances differ in respects on which some mode depends;
 * schedules are distinguished by the minute.
 */
const maxKept = 20;
const minuteMs = 60_000;

/** Computes answers only once for each set of circumstances that the policy distinguishes. */
export function createTaskAnswers<Answers>(
  { needs, context, now }: DecisionEnvironment,
  ask: (circumstances: Circumstances) => Answers,
): (task: TaskContext) => TaskAnswers<Answers> {
  const kept = new Map<string, TaskAnswers<Answers>>();
  return (task) => {
    const at = needs.time ? now() : undefined;
    const circumstances: Circumstances = {
      at,
      context: needs.branch || needs.ci || needs.env.length > 0 ? context() : undefined,
      task: needs.task ? task : undefined,
    };
    const key = JSON.stringify({ ...circumstances, at: at === undefined ? undefined : Math.floor(at / minuteMs) });
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = { circumstances, answers: ask(circumstances), stamp: crypto.randomUUID() };
    kept.set(key, made);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return made;
  };
}
