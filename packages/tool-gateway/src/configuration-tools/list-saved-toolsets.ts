import * as z from 'zod';
import { defineGatewayTool, type GatewayTool } from '../gateway-tool.ts';
import type { ConfigurationContext } from './context.ts';
import { toolsetInfoSchema } from './toolset-info.ts';
import { createToolsetView } from './toolset-view.ts';

/** `list-saved-toolsets`: every toolset that is kept. */
export function listSavedToolsetsTool(context: ConfigurationContext): GatewayTool {
  return defineGatewayTool({
    name: 'list-saved-toolsets',
    title: 'List Saved Toolsets',
    description:
      'Show every saved toolset with its tools, which of them can be served now, and which toolset is equipped.',
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input: z.strictObject({}),
    output: z.strictObject({
      success: z.boolean(),
      toolsets: z.array(toolsetInfoSchema),
      error: z.string().optional(),
      warnings: z.array(z.string()).optional(),
    }),
    call: async (_, viewer) => {
      const listed = await context.toolsets.list();
      if (!listed.success) return { isError: true, structured: { success: false, toolsets: [], error: listed.error } };
      const view = createToolsetView(context, viewer);
      return {
        structured: {
          success: true,
          toolsets: listed.toolsets.map((toolset) => view.describe(toolset)),
          ...(listed.warnings.length === 0 ? {} : { warnings: [...listed.warnings] }),
        },
      };
    },
  });
}
