import { type RequestContext, wireError } from '@modegate/mcp-protocol';
import { fixedMode, type ToolContext } from './tool-context.ts';

/** A mode that a task is to work in, and the one that it comes from. */
export interface ModeChoice {
  readonly from: string | undefined;
  readonly to: string;
}

// People take their time.
const ANSWER_TIMEOUT_MS = 600_000;

/**
 * Lets a task take a mode if the setting `--mode-switching` does: `free` always, `never` only the mode it has, `ask` when the user agrees.
 *
 * @throws {WireError} TOOL_RESTRICTION_ERROR, also when the user cannot be asked.
 */
export async function authoriseMode(
  { settings }: Pick<ToolContext, 'settings'>,
  { from, to }: ModeChoice,
  request: RequestContext,
): Promise<void> {
  const fixed = fixedMode(settings);
  if (fixed !== undefined && fixed !== to) {
    throw refused(`This server works in mode '${fixed}' only (--mode); mode '${to}' is not open to its tasks.`, {
      mode: to,
      fixed,
    });
  }
  if (settings.gateway.modeSwitching !== 'ask' || from === to) return;
  if (request.clientCapabilities.elicitation === undefined) {
    throw refused(
      `Mode '${to}' needs the consent of the user (--mode-switching ask), and this client cannot ask for it.`,
      { mode: to, from: from ?? null },
    );
  }
  const change = from === undefined ? `work in mode '${to}'` : `move from mode '${from}' to mode '${to}'`;
  const { action } = await request.request(
    'elicitation/create',
    { message: `The agent wants to ${change}. Allow it?`, requestedSchema: { type: 'object', properties: {} } },
    { timeoutMs: ANSWER_TIMEOUT_MS },
  );
  if (action === 'accept') return;
  throw refused(`The user did not agree to mode '${to}' (${String(action)}). Go on in the mode you have.`, {
    mode: to,
    from: from ?? null,
  });
}

function refused(message: string, data: Readonly<Record<string, unknown>>): Error {
  return wireError('TOOL_RESTRICTION_ERROR', message, data);
}
