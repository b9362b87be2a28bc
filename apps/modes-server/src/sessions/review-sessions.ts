import type { ServerContext } from '../tool-context.ts';
import { findIfPresent, hasTaskEnded, leaveSession, workingModeOf } from './session-mode.ts';

/**
 * Looks at sessions that connections work in, and takes its mode from the connections of one that has ended or expired in silence.
 *
 * @param among - Default: all of them.
 */
export async function reviewSessions(
  context: ServerContext,
  among: readonly string[] = context.connectionModes.sessions,
): Promise<void> {
  const { sessions, connectionModes } = context;
  for (const sessionId of among) {
    // Looking is not a use: a session must not live on because it is looked at.
    const session = await findIfPresent(() => sessions.peek(sessionId));
    if (session === undefined || hasTaskEnded(session)) await leaveSession(context, sessionId, session);
    else connectionModes.switched(await workingModeOf(context, session));
  }
}

/** After a change of one session: brings the tasks of its relatives up to date for those who work in them, where a mode asks about tasks. */
export async function reviewRelatives(context: ServerContext): Promise<void> {
  if (context.modes.current.policy.needs.task) await reviewSessions(context);
}
