import { type RequestContext, wireError } from '@modegate/mcp-protocol';
import { decide, type Policy } from '@modegate/mode-core';
import type { ServerContext } from '../tool-context.ts';

/**
 * Refuses a new task in another mode if neither `switch_mode` nor `new_task` may be called, because it would be a
 * switch under another name.
 *
 * @throws {WireError} TOOL_RESTRICTION_ERROR for any other mode than the one that the connection has or had last.
 */
export function requireCurrentMode(
  context: Pick<ServerContext, 'modes' | 'connectionModes'>,
  to: string,
  request: RequestContext,
): void {
  requireLeavableMode(context, to, request);
  const from = context.connectionModes.lastModeOf(request.connectionId);
  const { policy } = context.modes.current;
  if (from === undefined || from === to || !isLocked(policy, from)) return;
  throw wireError(
    'TOOL_RESTRICTION_ERROR',
    `This connection stays in mode '${from}', because 'switch_mode' and 'new_task' are switched off; mode '${to}' is not open to its tasks.`,
    { tool: 'new_task', mode: from, to },
  );
}

/**
 * Refuses tasks in other modes for a client without a session, which has no mode to keep.
 *
 * @throws {WireError} TOOL_RESTRICTION_ERROR for a mode that may not be left, unless the server or the path fixes it.
 */
export function requireLeavableMode(
  { modes, connectionModes }: Pick<ServerContext, 'modes' | 'connectionModes'>,
  to: string,
  { connectionId, isStateless }: RequestContext,
): void {
  if (!isStateless || connectionModes.lastModeOf(connectionId) !== undefined || !isLocked(modes.current.policy, to))
    return;
  throw wireError(
    'TOOL_RESTRICTION_ERROR',
    `Mode '${to}' cannot be left again, because 'switch_mode' and 'new_task' are switched off, and a client of MCP 2026-07-28 has no session to stay in it. Connect to /mcp/${to}, or start the server with --mode ${to}.`,
    { mode: null, to },
  );
}

/** True if tasks of a mode can neither be switched nor start others. */
function isLocked(policy: Policy, mode: string): boolean {
  return ['switch_mode', 'new_task'].every((tool) => {
    const decision = decide(policy, { mode, tool });
    return !decision.allowed && decision.code === 'TOOL_DISABLED';
  });
}
