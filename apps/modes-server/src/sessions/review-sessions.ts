import type { ServerContext } from '../tool-context.ts';
import { findIfPresent, isEndedTask, leaveSession, workingModeOf } from './session-mode.ts';

/**
 * Checks the sessions in which connections are working, and moves connections out of ended and expired sessions.
 *
 * @param among - Sessions to check. Default: all sessions.
 */
export async function reviewSessions(
  context: ServerContext,
  among: readonly string[] = context.connectionModes.sessions,
): Promise<void> {
  const { sessions, connectionModes } = context;
  for (const sessionId of among) {
    // A check must not extend the lifetime of a session.
    const session = await findIfPresent(() => sessions.peek(sessionId));
    if (session === undefined || isEndedTask(session)) await leaveSession(context, sessionId, session);
    else connectionModes.switched(await workingModeOf(context, session));
  }
}

/** Updates connections after a change to one session, because modes may have conditions that concern related tasks. */
export async function reviewRelatives(context: ServerContext): Promise<void> {
  if (context.modes.current.policy.needs.task) await reviewSessions(context);
}
