import { renderSystemPrompt } from '@modegate/mode-core/prompt';
import { loadRules } from '@modegate/project/node';
import { type ConnectionRef, fixedMode, type ToolContext } from '../tool-context.ts';
import { switchingTools } from './describe-mode.ts';

/**
 * Renders the system prompt of a mode for a connection. Reads the project's rule files again, and includes known tools
 * from other servers.
 *
 * @throws {ModeError} MODE_NOT_FOUND.
 */
export async function renderModePrompt(context: ToolContext, mode: string, connection: ConnectionRef): Promise<string> {
  const { policy } = context.modes.current;
  const { projectRoot, homeDir } = context.settings;
  const rules = await loadRules({ projectRoot, homeDir, mode });
  return renderSystemPrompt(policy, mode, {
    inventory: context.upstreams.inventory(),
    rules,
    withoutTools: fixedMode(context, connection) === undefined ? [] : switchingTools,
  });
}
