import type { ToolsetSurface } from '../configuration-mode.ts';
import type { GatewayTool } from '../gateway-tool.ts';
import { addToolAnnotationTool } from './add-tool-annotation.ts';
import { buildToolsetTool } from './build-toolset.ts';
import type { ConfigurationContext } from './context.ts';
import { deleteToolsetTool } from './delete-toolset.ts';
import { enterConfigurationModeTool } from './enter-configuration-mode.ts';
import { equipToolsetTool } from './equip-toolset.ts';
import { exitConfigurationModeTool } from './exit-configuration-mode.ts';
import { getActiveToolsetTool } from './get-active-toolset.ts';
import { listAvailableToolsTool } from './list-available-tools.ts';
import { listSavedToolsetsTool } from './list-saved-toolsets.ts';
import { unequipToolsetTool } from './unequip-toolset.ts';

/**
 * Every tool for arranging tools that a surface has, in the order in which they are listed. Which of them a connection is
 * offered at a moment is said by {@link offeredConfigurationTools}.
 */
export function createConfigurationTools(
  context: ConfigurationContext,
  surface: ToolsetSurface,
): readonly GatewayTool[] {
  if (surface === 'off') return [];
  const tools = [
    listAvailableToolsTool(context),
    buildToolsetTool(context, surface),
    listSavedToolsetsTool(context),
    equipToolsetTool(context, surface),
    deleteToolsetTool(context),
    unequipToolsetTool(context),
    getActiveToolsetTool(context),
    addToolAnnotationTool(context),
  ];
  if (surface === 'flat') return tools;
  return [...tools, exitConfigurationModeTool(context), enterConfigurationModeTool(context)];
}
