import type { ServerContext } from '../tool-context.ts';
import { findIfPresent, hasTaskEnded, leaveSession, workingModeOf } from './session-mode.ts';

/**
 * Checks sessions of connections, and removes the mode of those that have ended or expired silently from their
 * connections.
 *
 * @param among - Default: all of them.
 */
export async function reviewSessions(
  context: ServerContext,
  among: readonly string[] = context.connectionModes.sessions,
): Promise<void> {
  const { sessions, connectionModes } = context;
  for (const sessionId of among) {
    // Reading does not count as use: a session must not stay alive because it is checked.
    const session = await findIfPresent(() => sessions.peek(sessionId));
    if (session === undefined || hasTaskEnded(session)) await leaveSession(context, sessionId, session);
    else connectionModes.switched(await workingModeOf(context, session));
  }
}

/**
 * After a change of one session, updates the tasks of its relatives for connections that work in them, if a mode
 * queries tasks.
 */
export async function reviewRelatives(context: ServerContext): Promise<void> {
  if (context.modes.current.policy.needs.task) await reviewSessions(context);
}
