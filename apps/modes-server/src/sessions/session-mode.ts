import type { RequestContext } from '@modegate/mcp-protocol';
import type { TaskContext } from '@modegate/mode-core';
import type { Session, SessionHead } from '@modegate/session-store';
import type { ServerContext } from '../tool-context.ts';
import type { WorkingMode } from './connection-modes.ts';

/** Returns the mode that a session gives to its connections, and its task if a mode queries tasks. */
export function workingModeOf(
  context: Pick<ServerContext, 'sessions' | 'modes'>,
  session: SessionHead | Session,
): WorkingMode | Promise<WorkingMode> {
  const { id, version, task } = session;
  const mode = { sessionId: id, version, mode: task.mode };
  if (!context.modes.current.policy.needs.task) return mode;
  return readTaskContext(context, session).then((task) => ({ ...mode, task }));
}

/** Reads the facts about a session's task that conditions may query. Reading the parent does not count as its use. */
export async function readTaskContext(
  { sessions }: Pick<ServerContext, 'sessions'>,
  { task }: SessionHead | Session,
): Promise<TaskContext> {
  const { depth, parentSessionId } = task;
  // Judging a call for a pending task makes the task active.
  const known = { state: task.state === 'pending' ? 'active' : task.state, depth };
  if (parentSessionId === undefined) return { ...known, parentMode: null };
  const parent = await findIfPresent(() => sessions.peek(parentSessionId));
  return { ...known, ...(parent === undefined ? {} : { parentMode: parent.task.mode }) };
}

/**
 * Makes the requesting client continue in a session's mode, unless it has left, or names the session in each request
 * (MCP 2026-07-28).
 */
export async function enterSession(
  context: Pick<ServerContext, 'sessions' | 'modes' | 'connectionModes'>,
  session: SessionHead,
  { connectionId, isStateless, signal }: RequestContext,
): Promise<void> {
  if (isStateless) return;
  const mode = await workingModeOf(context, session);
  if (!signal.aborted) context.connectionModes.enter(connectionId, mode);
}

/** True if a task has ended, after which nothing is done in its mode. */
export function hasTaskEnded({ task }: SessionHead | Session): boolean {
  return isFinalState(task.state);
}

/** True if a task in this state has ended. */
export function isFinalState(state: string): boolean {
  return ['completed', 'failed', 'cancelled'].includes(state);
}

/** Returns the result of an operation on a session; undefined if there is no such session, or no longer. */
export async function findIfPresent<Found>(operation: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await operation();
  } catch (error) {
    const code = error instanceof Error && error.name === 'SessionError' && 'code' in error ? error.code : undefined;
    if (code === 'SESSION_NOT_FOUND' || code === 'SESSION_EXPIRED') return undefined;
    throw error;
  }
}

/**
 * Removes an ended session from its connections; they continue in the mode of its nearest ancestor that has not ended.
 */
export async function leaveSession(
  context: Pick<ServerContext, 'sessions' | 'modes' | 'connectionModes'>,
  sessionId: string,
  ended: SessionHead | Session | undefined,
): Promise<void> {
  const { sessions, connectionModes } = context;
  let heir = ended;
  while (heir !== undefined && hasTaskEnded(heir)) {
    const { parentSessionId } = heir.task;
    heir = parentSessionId === undefined ? undefined : await findIfPresent(() => sessions.head(parentSessionId));
  }
  connectionModes.ended(sessionId, heir && (await workingModeOf(context, heir)));
}
