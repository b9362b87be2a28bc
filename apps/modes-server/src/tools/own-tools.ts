import type { ToolDefinition } from '@modegate/mcp-protocol';
import { withFailureLog } from '../sessions/log-operations.ts';
import type { ToolContext } from '../tool-context.ts';
import { addMessageTool } from './add-message.ts';
import { completeTaskTool } from './complete-task.ts';
import { createTaskTool } from './create-task.ts';
import { getModeInfoTool } from './get-mode-info.ts';
import { getTaskInfoTool } from './get-task-info.ts';
import { listModesTool } from './list-modes.ts';
import type { OwnToolName } from './own-tool-names.ts';
import { switchModeTool } from './switch-mode.ts';
import { validateToolUseTool } from './validate-tool-use.ts';

/** Defines the tools of this server. */
export function ownTools(context: ToolContext): readonly ToolDefinition[] {
  const logged = (tool: ToolDefinition) => withFailureLog(tool, context.log);
  const tools: Readonly<Record<OwnToolName, ToolDefinition>> = {
    list_modes: listModesTool(context),
    get_mode_info: getModeInfoTool(context),
    create_task: logged(createTaskTool(context)),
    switch_mode: logged(switchModeTool(context)),
    get_task_info: getTaskInfoTool(context),
    validate_tool_use: validateToolUseTool(context),
    add_message: logged(addMessageTool(context)),
    complete_task: logged(completeTaskTool(context)),
  };
  return Object.values(tools);
}
