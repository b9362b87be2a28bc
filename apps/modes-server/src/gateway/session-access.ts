import { type RequestContext, wireError } from '@modegate/mcp-protocol';
import type { SessionMode } from '@modegate/tool-gateway';
import { authoriseMode } from '../sessions/authorise-mode.ts';
import { hasEnded, sessionMode } from '../sessions/session-mode.ts';
import { withWireErrors } from '../sessions/session-wire-errors.ts';
import type { ToolContext } from '../tool-context.ts';

/**
 * The mode of a session, which decides instead of that of the connection.
 *
 * @throws {WireError} when there is no such session, or its task has ended.
 */
export async function readSessionMode(context: ToolContext, sessionId: string): Promise<SessionMode> {
  const head = await withWireErrors(() => context.sessions.head(sessionId));
  if (!hasEnded(head)) return sessionMode(context, head);
  throw wireError(
    'VALIDATION_ERROR',
    `The task of this session is ${head.task.state}, so nothing is done in its mode any more. Create a new task.`,
    { field: 'session_id', state: head.task.state },
  );
}

/**
 * Where modes need consent, the id of a session that the connection did not open is no way around it.
 *
 * @throws {WireError} TOOL_RESTRICTION_ERROR when the user does not agree to the session's mode.
 */
export async function authoriseSession(
  context: ToolContext,
  sessionId: string,
  request: RequestContext,
): Promise<void> {
  const { connectionModes, settings } = context;
  if (settings.gateway.modeSwitching !== 'ask' || connectionModes.hasOpened(request.connectionId, sessionId)) return;
  for (let agreed: string | undefined; ; ) {
    const { mode } = await readSessionMode(context, sessionId);
    if (mode === agreed) break;
    await authoriseMode(context, { to: mode }, request);
    agreed = mode;
  }
  if (!request.signal.aborted) connectionModes.open(request.connectionId, sessionId);
}
