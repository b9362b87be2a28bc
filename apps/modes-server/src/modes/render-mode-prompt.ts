import { renderSystemPrompt } from '@modegate/mode-core';
import { loadRules } from '@modegate/project/node';
import type { ToolContext } from '../tool-context.ts';

/**
 * The system prompt of a mode, with the project's rule files read again and the tools of other servers as far as they are known.
 *
 * @throws {ModeError} MODE_NOT_FOUND when there is no such mode.
 */
export async function renderModePrompt(context: ToolContext, mode: string): Promise<string> {
  const { policy } = context.modes.current;
  const { projectRoot, homeDir } = context.settings;
  const rules = await loadRules({ projectRoot, homeDir, mode });
  return renderSystemPrompt(policy, mode, { inventory: context.others.inventory(), rules });
}
