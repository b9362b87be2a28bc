import { SessionError } from '../errors.ts';
import type { ChildReport, Message, OpenChild, SessionHead, TaskHead } from '../session.ts';
import { canTransition, isEndState, type TaskEndState, type TaskState } from '../task-states.ts';

/** The end of a child, as received by its parent. */
export interface ChildEnd extends ChildReport {
  readonly result?: string;
}

/** End of a task. */
export interface TaskEnd {
  readonly status: TaskEndState;
  readonly result?: string;
}

/**
 * Returns the task after a use: a pending task becomes active.
 * @throws {SessionError} TASK_STATE_ILLEGAL if the task has ended.
 */
export function usedTask(head: SessionHead, operation: string): TaskHead {
  const { task } = head;
  if (isEndState(task.state)) throw illegal(head, operation, 'active');
  return task.state === 'pending' ? { ...task, state: stepTo(head, ['active'], operation) } : task;
}

/**
 * Returns the task after a child is added: delegated, with the child recorded. For ended children, only the latest ids
 * are retained, within `maxRemembered`.
 * @throws {SessionError} TASK_STATE_ILLEGAL if the task has ended.
 */
export function delegatedTask(head: SessionHead, child: OpenChild, maxRemembered: number): TaskHead {
  const task = usedTask(head, 'create');
  const openChildren = [...task.openChildren, child];
  const state = stepTo({ ...head, task }, task.state === 'delegated' ? [] : ['delegated'], 'create');
  const ids = [...task.childSessionIds, child.sessionId];
  return {
    ...task,
    state,
    openChildren,
    childSessionIds: latestAndOpen(ids, openChildren, maxRemembered),
    childCount: task.childCount + 1,
  };
}

/**
 * Returns the task after the given children have ended; the task is active again if no child is open. Skips ends that
 * the task has already recorded.
 */
export function taskAfterChildren(
  head: SessionHead,
  ends: readonly ChildEnd[],
): { readonly task: TaskHead; readonly news: readonly ChildEnd[] } {
  const { task } = head;
  const news = ends.filter(({ sessionId }) => task.openChildren.some((child) => child.sessionId === sessionId));
  const openChildren = task.openChildren.filter((child) => !news.some((end) => end.sessionId === child.sessionId));
  const isLast = news.length > 0 && openChildren.length === 0;
  const state = isLast ? stepTo(head, ['active'], 'report') : task.state;
  return { task: { ...task, state, openChildren }, news };
}

/**
 * Returns the task after its end. A pending task that completes or fails passes through the active state in the same
 * step.
 * @throws {SessionError} TASK_STATE_ILLEGAL if the task has ended or has open children.
 */
export function endedTask(head: SessionHead, { status, result }: TaskEnd, at: number): TaskHead {
  const { task } = head;
  if (task.openChildren.length > 0) throw illegal(head, 'complete', status);
  const through: TaskState[] = task.state === 'pending' && status !== 'cancelled' ? ['active'] : [];
  const state = stepTo(head, [...through, status], 'complete');
  return { ...task, state, completedAt: at, ...(result === undefined ? {} : { result }) };
}

/** Creates the message that reports a child's end to its parent. */
export function reportMessage({ sessionId, taskId, status, result }: ChildEnd, at: number): Message {
  const how = status === 'expired' ? 'expired before it ended' : `ended: ${status}`;
  const text = `Child task ${taskId} (session ${sessionId}) ${how}.${result === undefined ? '' : `\n\nResult:\n${result}`}`;
  return { role: 'system', text, at, report: { sessionId, taskId, status } };
}

function stepTo(head: SessionHead, path: readonly TaskState[], operation: string): TaskState {
  let state = head.task.state;
  for (const next of path) {
    if (!canTransition(state, next)) throw illegal(head, operation, next);
    state = next;
  }
  return state;
}

function illegal({ id, task }: SessionHead, operation: string, to: TaskState): SessionError<'TASK_STATE_ILLEGAL'> {
  const openChildSessionIds = task.openChildren.map(({ sessionId }) => sessionId);
  return new SessionError('TASK_STATE_ILLEGAL', {
    sessionId: id,
    taskId: task.id,
    operation,
    from: task.state,
    to,
    openChildSessionIds,
  });
}

function latestAndOpen(ids: readonly string[], open: readonly OpenChild[], maximum: number): readonly string[] {
  let surplus = ids.length - maximum;
  return ids.filter((id) => {
    if (surplus <= 0 || open.some((child) => child.sessionId === id)) return true;
    surplus -= 1;
    return false;
  });
}
