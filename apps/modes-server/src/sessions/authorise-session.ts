import { type RequestContext, wireError } from '@modegate/mcp-protocol';
import type { SessionHead } from '@modegate/session-store';
import type { SessionMode } from '@modegate/tool-gateway';
import type { ConnectionRef, ServerContext } from '../tool-context.ts';
import { authoriseMode, requireOpenMode } from './authorise-mode.ts';
import { isEndedTask, workingModeOf } from './session-mode.ts';
import { withSessionErrors } from './session-wire-errors.ts';

/**
 * Returns the mode of a session, which overrides the connection's mode.
 *
 * @throws {WireError} if the connection's principal has no such session, if the session's task has ended, or if the
 * connection may not use the session's mode.
 */
export async function readSessionMode(
  context: ServerContext,
  sessionId: string,
  connection: ConnectionRef,
): Promise<SessionMode> {
  const head = await withSessionErrors(() => context.sessionsOf(connection).head(sessionId));
  return openMode(context, head, connection);
}

function openMode(
  context: ServerContext,
  head: SessionHead,
  connection: ConnectionRef,
): SessionMode | Promise<SessionMode> {
  requireOpenMode(context, head.task.mode, connection);
  if (!isEndedTask(head)) return workingModeOf(context, head);
  throw wireError(
    'VALIDATION_ERROR',
    `The task of this session is ${head.task.state}, so no more calls can be made in its mode. Create a new task.`,
    { field: 'session_id', state: head.task.state },
  );
}

/**
 * Asks for consent to a session's mode, so that a session id does not bypass consent, even if the session belongs to
 * another connection or this connection has left it. Consent lasts until the mode changes. Returns undefined if no
 * consent is needed.
 *
 * @throws {WireError} TOOL_RESTRICTION_ERROR if the user does not agree to the session's mode or cannot be asked.
 */
export function authoriseSession(
  context: ServerContext,
  sessionId: string,
  request: RequestContext,
): Promise<void> | undefined {
  return context.settings.gateway.modeSwitching === 'ask' ? askForMode(context, sessionId, request) : undefined;
}

async function askForMode(context: ServerContext, sessionId: string, request: RequestContext): Promise<void> {
  const { connectionModes } = context;
  const { connectionId, isStateless, signal } = request;
  let agreed: string | undefined;
  // The session may have been switched while the user was being asked.
  while (!signal.aborted) {
    // The decision that follows is recorded as a use of the session.
    const head = await withSessionErrors(() => context.sessionsOf(request).head(sessionId, { use: false }));
    const session = await openMode(context, head, request);
    if (session.mode === agreed || session.mode === connectionModes.modeOf(connectionId)) return;
    if (connectionModes.hasAgreed(connectionId, session)) return;
    await authoriseMode(context, { to: session.mode }, request);
    // If there is no MCP session, consent applies to this request only.
    if (isStateless) agreed = session.mode;
    else connectionModes.agree(connectionId, session);
  }
}
