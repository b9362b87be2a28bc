import { findSession, hasEnded, sessionMode } from './session-mode.ts';
import type { ToolContext } from './tool-context.ts';

/** Looks at every session that a connection works in, and takes its mode from the connection where it has ended or expired in silence. */
export async function reviewSessions({ sessions, connectionModes }: ToolContext): Promise<void> {
  for (const sessionId of connectionModes.sessions) {
    // Looking is no use: a session must not live on because it is looked at.
    const session = await findSession(() => sessions.peek(sessionId));
    if (session === undefined || hasEnded(session)) connectionModes.ended(sessionId, undefined);
    else connectionModes.switched(sessionMode(session));
  }
}
