import type { SessionHead } from '../session.ts';
import type { TaskState } from '../task-states.ts';
import { isPastExpiry, type SessionContext } from './session-access.ts';

/** A relative of a task. */
export interface Relative {
  readonly sessionId: string;
  readonly taskId: string;
  readonly mode: string;
  readonly state: TaskState;
}

/** Relatives of a task. */
export interface Hierarchy {
  /** The parent first, the root last; shorter if an ancestor no longer exists. */
  readonly ancestors: readonly Relative[];
  /** The latest existing children, oldest first; at most 100. */
  readonly children: readonly Relative[];
  /** Number of children not listed: older, expired or destroyed. */
  readonly omittedChildren: number;
}

const maxChildren = 100;

/** Returns the ancestors and children of a task; writes nothing. */
export async function sessionHierarchy(context: SessionContext, head: SessionHead): Promise<Hierarchy> {
  const ancestors: Relative[] = [];
  let parentId = head.task.parentSessionId;
  // A parent is older than its child, so there is no cycle; the limit protects against records written by other
  // programs.
  while (parentId !== undefined && ancestors.length < head.task.depth) {
    const parent = await context.store.head(parentId);
    if (parent === undefined) break;
    ancestors.push(relative(parent));
    parentId = parent.task.parentSessionId;
  }
  const children: Relative[] = [];
  for (const id of head.task.childSessionIds.slice(-maxChildren)) {
    const child = await context.store.head(id);
    if (child !== undefined && isShown(context, child)) children.push(relative(child));
  }
  return { ancestors, children, omittedChildren: head.task.childCount - children.length };
}

// A delegated child past its expiry may be kept alive by its own children; it is listed until a sweep removes it.
function isShown(context: SessionContext, child: SessionHead): boolean {
  return child.task.openChildren.length > 0 || !isPastExpiry(child, context.clock());
}

function relative({ id, task }: SessionHead): Relative {
  return { sessionId: id, taskId: task.id, mode: task.mode, state: task.state };
}
