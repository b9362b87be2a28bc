/** All states of a task, in life-cycle order. */
export const taskStates = ['pending', 'active', 'delegated', 'completed', 'failed', 'cancelled'] as const;

/**
 * The state of a task: `pending` until its first use, `active` while it runs, `delegated` while at least one child is
 * open, and finally `completed`, `failed` or `cancelled`.
 */
export type TaskState = (typeof taskStates)[number];

/** End state of a task. */
export type TaskEndState = 'completed' | 'failed' | 'cancelled';

/** All final states of a task. */
export const taskEndStates: readonly TaskEndState[] = ['completed', 'failed', 'cancelled'];

/** Legal transitions: from each state, the states that may follow directly. */
export const taskTransitions: Readonly<Record<TaskState, readonly TaskState[]>> = {
  pending: ['active', 'cancelled'],
  active: ['delegated', 'completed', 'failed', 'cancelled'],
  delegated: ['active', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

/** True if {@link taskTransitions} allows the direct transition. */
export function canTransition(from: TaskState, to: TaskState): boolean {
  return taskTransitions[from].includes(to);
}

/** True if a task in this state has ended; no other state follows. */
export function isEndState(state: TaskState): state is TaskEndState {
  return taskTransitions[state].length === 0;
}
