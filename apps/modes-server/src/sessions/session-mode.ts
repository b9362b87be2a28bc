import type { RequestContext } from '@modegate/mcp-protocol';
import type { Session, SessionHead } from '@modegate/session-store';
import type { ToolContext } from '../tool-context.ts';
import type { SessionMode } from './connection-modes.ts';

/** The mode that a session gives to those who work in it. */
export function sessionMode({ id, version, task }: SessionHead | Session): SessionMode {
  return { sessionId: id, version, mode: task.mode };
}

/** The client that asked goes on in a session's mode, unless it has gone meanwhile. */
export function enterSession(
  { connectionModes }: Pick<ToolContext, 'connectionModes'>,
  session: SessionHead,
  { connectionId, signal }: RequestContext,
): void {
  if (!signal.aborted) connectionModes.enter(connectionId, sessionMode(session));
}

/** Whether a task has come to its end, after which nothing is done in its mode. */
export function hasEnded({ task }: SessionHead | Session): boolean {
  return ['completed', 'failed', 'cancelled'].includes(task.state);
}

/** What an operation on a session returns; undefined when there is no such session, or no longer. */
export async function findSession<Found>(operation: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await operation();
  } catch (error) {
    const code = error instanceof Error && error.name === 'SessionError' && 'code' in error ? error.code : undefined;
    if (code === 'SESSION_NOT_FOUND' || code === 'SESSION_EXPIRED') return undefined;
    throw error;
  }
}

/** Takes a session that is over from the connections that work in it; they go on in its nearest ancestor that is not. */
export async function leaveSession(
  { sessions, connectionModes }: Pick<ToolContext, 'sessions' | 'connectionModes'>,
  sessionId: string,
  ended: SessionHead | Session | undefined,
): Promise<void> {
  let heir = ended;
  while (heir !== undefined && hasEnded(heir)) {
    const { parentSessionId } = heir.task;
    heir = parentSessionId === undefined ? undefined : await findSession(() => sessions.head(parentSessionId));
  }
  connectionModes.ended(sessionId, heir && sessionMode(heir));
}
