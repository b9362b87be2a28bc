import { type RequestContext, wireError } from '@modegate/mcp-protocol';
import type { SessionHead } from '@modegate/session-store';
import type { SessionMode } from '@modegate/tool-gateway';
import type { ConnectionRef, ServerContext } from '../tool-context.ts';
import { authoriseMode, requireOpenMode } from './authorise-mode.ts';
import { hasTaskEnded, workingModeOf } from './session-mode.ts';
import { withSessionErrors } from './session-wire-errors.ts';

/**
 * Reads the mode of a session, which overrides that of the connection.
 *
 * @throws {WireError} when there is no such session of the connection's principal, its task has ended, or its mode is
 * not open to the connection.
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
  if (!hasTaskEnded(head)) return workingModeOf(context, head);
  throw wireError(
    'VALIDATION_ERROR',
    `The task of this session is ${head.task.state}, so no more calls can be made in its mode. Create a new task.`,
    { field: 'session_id', state: head.task.state },
  );
}

/**
 * Asks for consent, if modes need it, before a session in another mode may be used: a session of another connection, or
 * one that this connection opened earlier and has left for another mode. An answer counts until the connection takes
 * another mode. Undefined if no consent is needed.
 *
 * @throws {WireError} TOOL_RESTRICTION_ERROR when the user does not agree to the session's mode, or cannot be asked.
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
  // The session may have been switched while the user was asked.
  while (!signal.aborted) {
    // The following decision counts as the use.
    const head = await withSessionErrors(() => context.sessionsOf(request).head(sessionId, { use: false }));
    const session = await openMode(context, head, request);
    if (session.mode === agreed || session.mode === connectionModes.modeOf(connectionId)) return;
    if (connectionModes.hasAgreed(connectionId, session)) return;
    await authoriseMode(context, { to: session.mode }, request);
    // Without a session, the answer counts only for this request.
    if (isStateless) agreed = session.mode;
    else connectionModes.agree(connectionId, session);
  }
}
