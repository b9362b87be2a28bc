import { type RequestContext, wireError } from '@modegate/mcp-protocol';
import { decide, type Policy } from '@modegate/mode-core';
import type { ServerContext } from '../tool-context.ts';

/**
 * Checks a new task in a mode in which neither `switch_mode` nor `new_task` may be called, because starting the task in
 * another mode would be a switch under another name.
 *
 * @throws {WireError} TOOL_RESTRICTION_ERROR for any mode except the connection's current or last one.
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
    `This connection stays in mode '${from}', because 'switch_mode' and 'new_task' are switched off; its tasks cannot use mode '${to}'.`,
    { tool: 'new_task', mode: from, to },
  );
}

/**
 * Checks that a client without an MCP session can leave a mode again: such a client has no lasting mode, so each of its
 * tasks could have a different mode.
 *
 * @throws {WireError} TOOL_RESTRICTION_ERROR for a mode that cannot be left, unless the server or the path fixes it.
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
    `A task that enters mode '${to}' cannot leave it, because 'switch_mode' and 'new_task' are switched off. An MCP 2026-07-28 client has no session that could stay in this mode. Connect to /mcp/${to}, or start the server with --mode ${to}.`,
    { mode: null, to },
  );
}

/** True if tasks in a mode can neither switch modes nor start other tasks. */
function isLocked(policy: Policy, mode: string): boolean {
  return ['switch_mode', 'new_task'].every((tool) => {
    const decision = decide(policy, { mode, tool });
    return !decision.allowed && decision.code === 'TOOL_DISABLED';
  });
}
