import { isSessionError, SessionError } from '../errors.ts';
import type { OpenChild, SessionHead } from '../session.ts';
import { isEndState } from '../task-states.ts';
import { truncateText } from '../values/bounded-text.ts';
import {
  isLive,
  maxAttempts,
  readLiveSession,
  type SessionContext,
  type TaskChange,
  updateSession,
} from './session-access.ts';
import { type ChildEnd, endedTask, reportMessage, type TaskEnd, taskAfterChildren } from './task-changes.ts';

// Ending a child takes two writes: the child's record, then its parent's. The write to the child is the decisive one.
// If the process dies in between, the parent still lists the child as open, and the next use or sweep of the parent
// finds that the child has ended (or has been removed) and writes the report. The report and the removal from the list
// are one compare-and-set, so that each child is reported only once.

/**
 * Ends a task and reports to its parent. Cancelling first cancels the task's open descendants, from the leaves up, so
 * that no open task is ever below a cancelled one; if the process dies midway, the rest stay open and can be cancelled
 * again.
 * @throws {SessionError} TASK_STATE_ILLEGAL, SESSION_NOT_FOUND, SESSION_EXPIRED, SESSION_CONFLICT
 */
export async function endSession(context: SessionContext, id: string, ending: TaskEnd): Promise<SessionHead> {
  const head = await settleEndedChildren(context, await readLiveSession(context, id));
  // A task that has ended must not be ended again, but a crash may have lost its report, and this call may be the
  // retry.
  if (isEndState(head.task.state)) await reportToParent(context, childEnd(head));
  const ended = await endTree(context, head, ending);
  await reportToParent(context, childEnd(ended));
  return ended;
}

/**
 * Records the ends of children that a delegated task has not recorded: ends that were not reported because the process
 * died, and ends of expired children. Costs one read per open child, and a write only if something has changed.
 */
export function settleEndedChildren(context: SessionContext, head: SessionHead): SessionHead | Promise<SessionHead> {
  return head.task.openChildren.length === 0 ? head : settleChildren(context, head);
}

async function settleChildren(context: SessionContext, head: SessionHead): Promise<SessionHead> {
  const ends = await findEndedChildren(context, head);
  if (ends.length === 0) return head;
  return updateSession(context, head.id, (current, at) => applyChildEnds(context, current, { ends, at }));
}

/** Reports a child's end to its parent, if the parent is still waiting for it. */
export async function reportToParent(context: SessionContext, end: ChildEnd & { parentId?: string }): Promise<void> {
  const { parentId } = end;
  if (parentId === undefined) return;
  try {
    await updateSession(context, parentId, (parent, at) => applyChildEnds(context, parent, { ends: [end], at }));
  } catch (error) {
    // A destroyed or expired parent is not waiting for anything.
    if (isSessionError(error, 'SESSION_NOT_FOUND') || isSessionError(error, 'SESSION_EXPIRED')) return;
    throw error;
  }
}

/** Returns a child's end as reported to its parent; `expired` if the child's task never ended. */
export function childEnd(child: SessionHead): ChildEnd & { parentId?: string } {
  const { task } = child;
  return {
    sessionId: child.id,
    taskId: task.id,
    status: isEndState(task.state) ? task.state : 'expired',
    ...(task.result === undefined ? {} : { result: task.result }),
    ...(task.parentSessionId === undefined ? {} : { parentId: task.parentSessionId }),
  };
}

async function endTree(context: SessionContext, head: SessionHead, ending: TaskEnd): Promise<SessionHead> {
  const ended = await (ending.status === 'cancelled'
    ? cancelTree(context, head, ending)
    : endTask(context, head, ending));
  context.onEvent({ type: 'ended', session: ended });
  return ended;
}

function endTask(context: SessionContext, head: SessionHead, ending: TaskEnd): Promise<SessionHead> {
  return updateSession(context, head.id, (current, at) => ({ task: endedTask(current, ending, at) }));
}

async function cancelTree(context: SessionContext, head: SessionHead, ending: TaskEnd): Promise<SessionHead> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    for (const child of (await readLiveSession(context, head.id)).task.openChildren) await cancelChild(context, child);
    let cancelled = false;
    const after = await updateSession(context, head.id, async (current, at) => {
      const change = applyChildEnds(context, current, { ends: await findEndedChildren(context, current), at });
      // A child created in the meantime is cancelled in the next round.
      cancelled = (change ?? current).task.openChildren.length === 0;
      return cancelled ? endingWith(current, change, { ending, at }) : change;
    });
    if (cancelled) return after;
  }
  throw new SessionError('SESSION_CONFLICT', { sessionId: head.id, attempts: maxAttempts });
}

function endingWith(
  current: SessionHead,
  change: TaskChange | undefined,
  { ending, at }: { readonly ending: TaskEnd; readonly at: number },
): TaskChange {
  const task = endedTask({ ...current, task: change?.task ?? current.task }, ending, at);
  return { task, ...(change?.append === undefined ? {} : { append: change.append }) };
}

async function cancelChild(context: SessionContext, { sessionId }: OpenChild): Promise<void> {
  try {
    const child = await readLiveSession(context, sessionId);
    if (!isEndState(child.task.state)) await endTree(context, child, { status: 'cancelled' });
  } catch (error) {
    // Another caller has meanwhile removed, expired or ended the child, so the child is no longer open.
    const codes = ['SESSION_NOT_FOUND', 'SESSION_EXPIRED', 'TASK_STATE_ILLEGAL'] as const;
    if (!codes.some((code) => isSessionError(error, code))) throw error;
  }
}

async function findEndedChildren(context: SessionContext, head: SessionHead): Promise<readonly ChildEnd[]> {
  const at = context.clock();
  const ends: ChildEnd[] = [];
  for (const open of head.task.openChildren) {
    const child = await context.store.head(open.sessionId);
    // A child is stored before its parent lists it, so a missing child has expired.
    if (child === undefined) ends.push({ ...open, status: 'expired' });
    else if (isEndState(child.task.state) || !(await isLive(context, child, at))) ends.push(childEnd(child));
  }
  return ends;
}

function applyChildEnds(
  context: SessionContext,
  parent: SessionHead,
  { ends, at }: { readonly ends: readonly ChildEnd[]; readonly at: number },
): TaskChange | undefined {
  const { task, news } = taskAfterChildren(parent, ends);
  if (news.length === 0) return undefined;
  const messages = news.map((end) => {
    const message = reportMessage(end, at);
    return { ...message, text: truncateText(message.text, context.limits.messageBytes) };
  });
  return { task, append: { messages } };
}
