import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { CHANGES } from '../tool-hints.ts';
import { exitOnceApplied } from '../toolsets/configuration-mode.ts';
import type { ConfigurationContext } from './context.ts';
import { availableToolsFor, availableToolsMember, failedResult } from './tool-answers.ts';
import { createToolsetView, toolsetInfoSchema } from './toolset-view.ts';

const input = z.strictObject({ name: z.string().describe('Name of a saved toolset; see list-saved-toolsets.') });

const output = z.strictObject({
  success: z.boolean(),
  message: z.string().optional(),
  error: z.string().optional(),
  toolset: toolsetInfoSchema.optional(),
  ...availableToolsMember,
});

/** `equip-toolset`: exposes the tools of a saved toolset and ends configuration mode. */
export function equipToolsetTool(context: ConfigurationContext): ToolDefinition {
  const ending = context.mode.presentation === 'modal' ? ' Configuration mode ends.' : '';
  return defineTool({
    name: 'equip-toolset',
    title: 'Equip Toolset',
    description: `Equip a saved toolset. From then on, the only tools of other servers that you see are the tools in this toolset that your mode allows.${ending} The toolset is equipped again at the next start. Your list of tools changes; ask for it again if you do not see the change.`,
    annotations: { title: 'Equip Toolset', ...CHANGES },
    input,
    output,
    call: async ({ name }, viewer) => {
      const equipped = await context.toolsets.equip(name, {
        onApplied: exitOnceApplied(context.mode, viewer.connectionId),
      });
      if (!equipped.ok) return failedResult(equipped.failure);
      const view = createToolsetView(context, viewer);
      const { toolset } = equipped;
      return toolResult({
        structured: {
          success: true,
          message: `The toolset '${name}' is equipped: ${view.exposed.length} of its ${toolset.tools.length} tools are available to you now.`,
          toolset: view.describe(toolset),
          ...availableToolsFor(context, viewer),
        },
      });
    },
  });
}
