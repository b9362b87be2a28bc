import type { CircumstanceNeeds, TaskContext } from '@modegate/mode-core';
import { isSessionError, type RecordedDecision, type Session, type SessionHead } from '@modegate/session-store';
import type { PageContext } from '../operations/page-context.ts';
import { UiRefusal } from '../operations/refusal.ts';
import type { PageViewer } from '../operations/viewer.ts';
import type { AuditEntry, TaskConditions, TaskView } from '../wire.ts';
import type { TaskReader } from './known-tasks.ts';
import { summariseTask } from './list-tasks.ts';

/**
 * Finds one of a viewer's tasks, with the facts that conditions may depend on.
 *
 * @throws {UiRefusal} 404, both for other viewers' tasks and for tasks that do not exist.
 */
export async function findViewedTask({ ui }: PageContext, id: string, viewer: PageViewer) {
  const reader = await ui.tasks?.of(viewer);
  const head = await reader?.findByTask(id);
  const session = reader && head && (await peek(reader, head.id));
  if (reader === undefined || session === undefined)
    throw new UiRefusal(404, `No task has the id '${id.slice(0, 100)}', or it has been removed.`);
  return { session, context: await reader.contextOf(session), reader };
}

/** The session may expire between two reads. */
async function peek(reader: TaskReader, sessionId: string): Promise<Session | undefined> {
  try {
    return await reader.peek(sessionId);
  } catch (error) {
    if (isSessionError(error, 'SESSION_NOT_FOUND') || isSessionError(error, 'SESSION_EXPIRED')) return undefined;
    throw error;
  }
}

const maxChildren = 100;
const maxDecisions = 100;

/**
 * Reads one task: its family, its path through the modes, its latest decisions, and the circumstances under which its
 * mode is evaluated.
 */
export async function readTaskView(parts: PageContext, id: string, viewer: PageViewer): Promise<TaskView> {
  const found = await findViewedTask(parts, id, viewer);
  const { session, context, reader } = found;
  const { task } = session;
  const read = await parts.state.read(viewer);
  const hasMode = read.policy.modes.some(({ config }) => config.slug === task.mode);
  const { sessions } = await reader.list({ parentTaskId: task.id, limit: maxChildren });
  return {
    ...summariseTask(session),
    result: task.result,
    endedAtMs: task.completedAt,
    ancestors: (await readAncestors(reader, session)).map(summariseTask),
    children: sessions.toSorted((one, other) => one.createdAt - other.createdAt).map(summariseTask),
    otherChildren: Math.max(0, task.childCount - sessions.length),
    switches: task.switches.map(({ from, to, reason, at }) => ({ from, to, reason, atMs: at })),
    decisions: task.decisions.slice(-maxDecisions).map((decision) => viewDecision(decision, task.mode)),
    dropped: {
      switches: task.dropped.switches,
      decisions: task.dropped.decisions + Math.max(0, task.decisions.length - maxDecisions),
    },
    judged: judgedBy(parts, context, read.policy.needs),
    picture: hasMode ? `${task.mode} ${read.answersFor(context).stamp}` : undefined,
  };
}

/**
 * Returns a task's ancestors, the root first. The task's depth limits the length of the list, regardless of what is
 * recorded about its parents.
 */
async function readAncestors({ findByTask }: TaskReader, { task }: SessionHead): Promise<readonly SessionHead[]> {
  const ancestors: SessionHead[] = [];
  let { parentTaskId } = task;
  while (parentTaskId !== undefined && ancestors.length < task.depth) {
    const parent = await findByTask(parentTaskId);
    if (parent === undefined) break;
    ancestors.unshift(parent);
    ({ parentTaskId } = parent.task);
  }
  return ancestors;
}

/**
 * Returns the circumstances of a call that the task would make now: only those on which some mode depends, and no
 * variables.
 */
function judgedBy(
  { ui }: PageContext,
  { state, depth, parentMode }: TaskContext,
  needs: CircumstanceNeeds,
): TaskConditions {
  const { branch, ci } = needs.branch || needs.ci ? ui.context() : {};
  return {
    state,
    depth,
    parentMode,
    atMs: needs.time ? Date.now() : undefined,
    branch: needs.branch ? branch : undefined,
    isCi: needs.ci ? ci : undefined,
  };
}

/** Converts a decision from the trail to the form of an audit log line. */
function viewDecision(
  { tool, allowed, mode, code, reason, detail, at }: RecordedDecision,
  taskMode: string,
): AuditEntry {
  const { mcp_server, mcp_tool, mcp_resource, consent } = (detail ?? {}) as Readonly<Record<string, unknown>>;
  return {
    atMs: at,
    event: consent === undefined ? 'decision' : 'consent',
    mode: mode ?? taskMode,
    server: text(mcp_server),
    tool: text(mcp_tool) ?? text(mcp_resource) ?? tool,
    allowed,
    code,
    reason,
    outcome: text(consent),
    durationMs: undefined,
    lost: 0,
    principal: undefined,
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
