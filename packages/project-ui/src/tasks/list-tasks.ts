import { type SessionHead, taskEndStates } from '@modegate/session-store';
import type { PageViewer } from '../operations/viewer.ts';
import type { TaskListView, TaskSummary } from '../wire.ts';
import type { KnownTasks, TaskReader } from './known-tasks.ts';

const pageSize = 500;
/** Maximum number of tasks to read for each viewer, newest first; by default, a server stores two thousand. */
const maxRead = 5_000;
const maxShown = 200;
const maxAboutLength = 300;

/** Lists the tasks of each viewer; concurrent requests from one viewer share the result. */
export function createTaskList(tasks: KnownTasks | undefined): (viewer: PageViewer) => Promise<TaskListView> {
  const reading = new Map<PageViewer['id'], Promise<TaskListView>>();
  return (viewer) => {
    const known = reading.get(viewer.id);
    if (known !== undefined) return known;
    const begun = listTasks(tasks, viewer).finally(() => reading.delete(viewer.id));
    reading.set(viewer.id, begun);
    return begun;
  };
}

/** Returns a viewer's tasks: open tasks first, then by last use. */
export async function listTasks(tasks: KnownTasks | undefined, viewer: PageViewer): Promise<TaskListView> {
  if (tasks === undefined) return { isKept: false, place: undefined, tasks: [], more: 0, isCut: false };
  const reader = await tasks.of(viewer);
  const { heads, isCut } = reader === undefined ? { heads: [], isCut: false } : await readHeads(reader);
  const ordered = heads
    .map(summariseTask)
    .toSorted((one, other) => Number(one.hasEnded) - Number(other.hasEnded) || other.usedAtMs - one.usedAtMs);
  return {
    isKept: true,
    place: viewer.id === undefined ? tasks.place : undefined,
    tasks: ordered.slice(0, maxShown),
    more: Math.max(0, ordered.length - maxShown),
    isCut,
  };
}

async function readHeads({ list }: TaskReader) {
  const heads: SessionHead[] = [];
  let after: string | undefined;
  do {
    const page = await list({ newestFirst: true, after, limit: pageSize });
    heads.push(...page.sessions);
    after = page.next;
  } while (after !== undefined && heads.length < maxRead);
  return { heads, isCut: after !== undefined };
}

/** Summarises a task. Does not include the id of its session, because anyone who knows that id can use the session. */
export function summariseTask({ lastAccessedAt, task }: Pick<SessionHead, 'lastAccessedAt' | 'task'>): TaskSummary {
  const { id, mode, state, depth, initialMessage: about, createdAt, openChildren } = task;
  return {
    id,
    mode,
    state,
    hasEnded: taskEndStates.some((end) => end === state),
    depth,
    about: about?.slice(0, maxAboutLength),
    createdAtMs: createdAt,
    usedAtMs: lastAccessedAt,
    openChildren: openChildren.length,
  };
}
