import * as z from 'zod';
import type { ToolsetSurface } from '../configuration-mode.ts';
import { defineGatewayTool, type GatewayTool } from '../gateway-tool.ts';
import type { ConfigurationContext } from './context.ts';
import { leaveOnceApplied } from './leave-once-applied.ts';
import { toolsetInfoSchema } from './toolset-info.ts';
import { createToolsetView } from './toolset-view.ts';

/** `equip-toolset`: exposes the tools of a saved toolset, and ends configuration mode where there is one. */
export function equipToolsetTool(context: ConfigurationContext, surface: ToolsetSurface): GatewayTool {
  const ending = surface === 'modal' ? ' Configuration mode ends.' : '';
  return defineGatewayTool({
    name: 'equip-toolset',
    title: 'Equip Toolset',
    description: `Equip a saved toolset: from now on its tools, as far as your mode allows them, are the tools of other servers that you see.${ending} It is equipped again at the next start. Your list of tools changes; ask for it again if it does not.`,
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input: z.strictObject({ name: z.string().describe('Name of a saved toolset; see list-saved-toolsets.') }),
    output: z.strictObject({
      success: z.boolean(),
      message: z.string().optional(),
      error: z.string().optional(),
      toolset: toolsetInfoSchema.optional(),
    }),
    call: async ({ name }, viewer) => {
      const equipped = await context.toolsets.equip(name, { onApplied: leaveOnceApplied(context, viewer) });
      if (!equipped.success) return { isError: true, structured: { success: false, error: equipped.error } };
      const view = createToolsetView(context, viewer);
      const { toolset } = equipped;
      return {
        structured: {
          success: true,
          message: `The toolset '${name}' is equipped: ${view.exposed.length} of its ${toolset.tools.length} tools are available to you now.`,
          toolset: view.describe(toolset),
        },
      };
    },
  });
}
