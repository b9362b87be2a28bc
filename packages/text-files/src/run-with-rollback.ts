/** What a step does, and what undoes it. If either rejects, it has changed nothing. */
export interface UndoableStep<Step> {
  readonly act: (step: Step) => Promise<void>;
  readonly undo: (step: Step) => Promise<void>;
  /** What people call it. */
  readonly describe: (step: Step) => string;
}

/** A step failed, and some of those before it could not be undone; the message names them. */
export class RollbackFailed<Step> extends Error {
  /** Those that are done and stay so, in their order. */
  readonly left: readonly Step[];

  constructor(cause: unknown, left: readonly Step[], describe: (step: Step) => string) {
    const failure = cause instanceof Error ? cause.message : String(cause);
    super(`${failure} ${left.map(describe).join(', ')} could not be restored.`, { cause });
    this.name = 'RollbackFailed';
    this.left = left;
  }
}

/**
 * Runs the steps in order. Where one fails, those before it are undone, the last one first.
 *
 * @throws What the step threw, once the others are undone; {@link RollbackFailed} where that failed too.
 */
export async function runWithRollback<Step>(
  steps: readonly Step[],
  { act, undo, describe }: UndoableStep<Step>,
): Promise<void> {
  const done: Step[] = [];
  try {
    for (const step of steps) {
      await act(step);
      done.push(step);
    }
  } catch (error) {
    const left: Step[] = [];
    for (const step of done.toReversed()) await undo(step).catch(() => left.unshift(step));
    throw left.length === 0 ? error : new RollbackFailed(error, left, describe);
  }
}
