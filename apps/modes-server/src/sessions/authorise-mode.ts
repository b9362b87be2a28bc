import { type RequestContext, wireError } from '@modegate/mcp-protocol';
import { canAskUser } from '@modegate/tool-gateway';
import { fixedMode, type ToolContext } from '../tool-context.ts';

/** A mode that is to be worked in. */
export interface ModeChoice {
  readonly to: string;
  /** The mode that the task has so far, if it has one. */
  readonly taskMode?: string | undefined;
}

/**
 * Lets a task of a connection take a mode if the setting `--mode-switching` does: `free` always, `never` only the mode of `--mode`,
 * `ask` when the user agrees, unless both the connection and the task have that mode already.
 *
 * @throws {WireError} TOOL_RESTRICTION_ERROR, also when the user cannot be asked.
 */
export async function authoriseMode(
  { settings, connectionModes, askUser }: Pick<ToolContext, 'settings' | 'connectionModes' | 'askUser'>,
  { to, taskMode = to }: ModeChoice,
  request: RequestContext,
): Promise<void> {
  const fixed = fixedMode(settings);
  if (fixed !== undefined && fixed !== to) {
    throw refused(`This server works in mode '${fixed}' only (--mode); mode '${to}' is not open to its tasks.`, {
      mode: to,
      fixed,
    });
  }
  const from = connectionModes.modeOf(request.connectionId);
  if (settings.gateway.modeSwitching !== 'ask' || (from === to && taskMode === to)) return;
  const data = { mode: to, from: from ?? null };
  if (!canAskUser(request.clientCapabilities)) {
    throw refused(
      `Mode '${to}' needs the consent of the user (--mode-switching ask), and this client cannot ask for it.`,
      data,
    );
  }
  const answer = await askUser(request, questionAbout(from === to ? taskMode : from, to));
  if (answer !== 'accept')
    throw refused(`The user did not agree to mode '${to}' (${answer}). Go on in the mode you have.`, data);
}

function questionAbout(from: string | undefined, to: string): string {
  const change = from === undefined ? `work in mode '${to}'` : `move from mode '${from}' to mode '${to}'`;
  return `The agent wants to ${change}. Allow it?`;
}

function refused(message: string, data: Readonly<Record<string, unknown>>): Error {
  return wireError('TOOL_RESTRICTION_ERROR', message, data);
}
