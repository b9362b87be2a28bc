/** An action for a step, and its inverse. If either of them rejects, it must not have changed anything. */
export interface UndoableStep<Step> {
  readonly act: (step: Step) => Promise<void>;
  readonly undo: (step: Step) => Promise<void>;
  /** Returns a human-readable name for the step. */
  readonly describe: (step: Step) => string;
}

/**
 * Error for a failed step if not all of the earlier steps could be undone; the message lists the steps that could not.
 */
export class RollbackFailed<Step> extends Error {
  /** Steps that have not been undone, in order. */
  readonly left: readonly Step[];

  constructor(cause: unknown, left: readonly Step[], describe: (step: Step) => string) {
    const failure = cause instanceof Error ? cause.message : String(cause);
    super(`${failure} ${left.map(describe).join(', ')} could not be restored.`, { cause });
    this.name = 'RollbackFailed';
    this.left = left;
  }
}

/**
 * Runs the steps in order. If one fails, undoes the earlier ones in reverse order.
 *
 * @throws The error from the step, after the other steps have been undone; {@link RollbackFailed} if undoing failed
 * too.
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
