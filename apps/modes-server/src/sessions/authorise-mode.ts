import { type RequestContext, wireError } from '@modegate/mcp-protocol';
import type { ToolRequest } from '@modegate/mode-core';
import { canAskUser } from '@modegate/tool-gateway';
import { switchingTools } from '../modes/describe-mode.ts';
import { type ConnectionRef, fixedMode, type ModeScope, mayWorkIn, type ServerContext } from '../tool-context.ts';

/** A request to change to another mode. */
export interface RequestedMode {
  readonly to: string;
  /** Current mode of the task, if it has one. */
  readonly taskMode?: string | undefined;
}

/**
 * Decides, according to `--mode-switching`, whether a task may use a mode: `free` permits any mode, `never` only the
 * mode set by `--mode`, and `ask` any mode to which the user agrees, without asking if the connection and the task
 * already have it.
 *
 * @throws {WireError} TOOL_RESTRICTION_ERROR, also if the user cannot be asked.
 */
export async function authoriseMode(
  context: Pick<ServerContext, 'settings' | 'scopes' | 'connectionModes' | 'askUser'>,
  { to, taskMode = to }: RequestedMode,
  request: RequestContext,
): Promise<void> {
  const { settings, connectionModes, askUser } = context;
  requireOpenMode(context, to, request);
  const from = connectionModes.modeOf(request.connectionId);
  if (settings.gateway.modeSwitching !== 'ask' || (from === to && taskMode === to)) return;
  const data = { mode: to, from: from ?? null };
  if (!canAskUser(request.clientCapabilities)) {
    throw refused(
      `Mode '${to}' needs the user's consent (--mode-switching ask), and this client cannot ask for it.`,
      data,
    );
  }
  const answer = await askUser(request, questionAbout(from === to ? taskMode : from, to));
  if (answer !== 'accept')
    throw refused(`The user did not agree to mode '${to}' (${answer}). Continue in your current mode.`, data);
}

/**
 * Checks that a connection may use a mode within the restrictions imposed by the server, the path and its credential.
 *
 * @throws {WireError} TOOL_RESTRICTION_ERROR.
 */
export function requireOpenMode(context: ModeScope, to: string, connection: ConnectionRef): void {
  if (mayWorkIn(context, to, connection)) return;
  const fixed = fixedMode(context, connection);
  throw refused(describeClosedMode(context, connection, to), { mode: to, ...(fixed === undefined ? {} : { fixed }) });
}

/**
 * Explains why a call to the agent's own `switch_mode` or `new_task` leads to a mode that this connection may not use,
 * regardless of the policy. Returns undefined for any other call.
 */
export function refuseSwitch(
  context: ModeScope,
  { tool, params }: Pick<ToolRequest, 'tool' | 'params'>,
  connection: ConnectionRef,
): string | undefined {
  if (!switchingTools.includes(tool)) return undefined;
  const to = tool === 'switch_mode' ? params?.mode_slug : params?.mode;
  if (typeof to === 'string')
    return mayWorkIn(context, to, connection) ? undefined : describeClosedMode(context, connection, to);
  const isFixed = tool === 'switch_mode' && fixedMode(context, connection) !== undefined;
  return isFixed ? describeClosedMode(context, connection) : undefined;
}

function describeClosedMode(context: ModeScope, connection: ConnectionRef, to?: string): string {
  const fixed = fixedMode(context, connection);
  if (fixed === undefined) return `Your credential does not allow mode '${to}'.`;
  const by = context.scopes.of(connection.connectionId).mode === undefined ? '--mode' : 'the path of the URL';
  const only = `This server works only in mode '${fixed}' (${by})`;
  return to === undefined ? `${only}.` : `${only}; its tasks cannot use mode '${to}'.`;
}

function questionAbout(from: string | undefined, to: string): string {
  const change = from === undefined ? `work in mode '${to}'` : `move from mode '${from}' to mode '${to}'`;
  return `The agent wants to ${change}. Allow it?`;
}

function refused(message: string, data: Readonly<Record<string, unknown>>): Error {
  return wireError('TOOL_RESTRICTION_ERROR', message, data);
}
