import type { RequestContext } from '@modegate/mcp-protocol';
import type { TaskContext } from '@modegate/mode-core';
import type { Session, SessionHead } from '@modegate/session-store';
import type { ServerContext } from '../tool-context.ts';
import type { WorkingMode } from './connection-modes.ts';

/** Returns the mode of a session, and the session's task if any mode has a condition that concerns tasks. */
export function workingModeOf(
  context: Pick<ServerContext, 'sessions' | 'modes'>,
  session: SessionHead | Session,
): WorkingMode | Promise<WorkingMode> {
  const { id, version, task } = session;
  const mode = { sessionId: id, version, mode: task.mode };
  if (!context.modes.current.policy.needs.task) return mode;
  return readTaskContext(context, session).then((task) => ({ ...mode, task }));
}

/** Returns the values for conditions that concern a task. Reads the parent without extending its lifetime. */
export async function readTaskContext(
  { sessions }: Pick<ServerContext, 'sessions'>,
  { task }: SessionHead | Session,
): Promise<TaskContext> {
  const { depth, parentSessionId } = task;
  // Evaluating a call from a pending task activates the task.
  const known = { state: task.state === 'pending' ? 'active' : task.state, depth };
  if (parentSessionId === undefined) return { ...known, parentMode: null };
  const parent = await findIfPresent(() => sessions.peek(parentSessionId));
  return { ...known, ...(parent === undefined ? {} : { parentMode: parent.task.mode }) };
}

/**
 * Moves the client to a session's mode, unless the client has disconnected or identifies the session in each request
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

/** True if a task has ended, so that its mode no longer permits anything. */
export function isEndedTask({ task }: SessionHead | Session): boolean {
  return isFinalState(task.state);
}

/** True if a task with this state has ended. */
export function isFinalState(state: string): boolean {
  return ['completed', 'failed', 'cancelled'].includes(state);
}

/** Runs an operation on a session; returns undefined if the session does not exist or has expired. */
export async function findIfPresent<Found>(operation: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await operation();
  } catch (error) {
    const code = error instanceof Error && error.name === 'SessionError' && 'code' in error ? error.code : undefined;
    if (code === 'SESSION_NOT_FOUND' || code === 'SESSION_EXPIRED') return undefined;
    throw error;
  }
}

/** Moves connections from an ended session to the nearest ancestor that has not ended. */
export async function leaveSession(
  context: Pick<ServerContext, 'sessions' | 'modes' | 'connectionModes'>,
  sessionId: string,
  ended: SessionHead | Session | undefined,
): Promise<void> {
  const { sessions, connectionModes } = context;
  let heir = ended;
  while (heir !== undefined && isEndedTask(heir)) {
    const { parentSessionId } = heir.task;
    heir = parentSessionId === undefined ? undefined : await findIfPresent(() => sessions.head(parentSessionId));
  }
  connectionModes.ended(sessionId, heir && (await workingModeOf(context, heir)));
}
