import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { READS } from '../tool-hints.ts';
import { describeFailure } from '../toolsets/toolset-failure.ts';
import type { ConfigurationContext } from './context.ts';
import { createToolsetView, toolsetInfoSchema } from './toolset-view.ts';

const input = z.strictObject({});

const output = z.strictObject({
  success: z.boolean(),
  toolsets: z.array(toolsetInfoSchema),
  error: z.string().optional(),
  warnings: z.array(z.string()).optional(),
});

/** `list-saved-toolsets`: lists every saved toolset. */
export function listSavedToolsetsTool(context: ConfigurationContext): ToolDefinition {
  return defineTool({
    name: 'list-saved-toolsets',
    title: 'List Saved Toolsets',
    description: 'Show every saved toolset with its tools and their availability, and the equipped toolset.',
    annotations: { title: 'List Saved Toolsets', ...READS },
    input,
    output,
    call: async (_, viewer) => {
      const listed = await context.toolsets.list();
      if (!listed.ok)
        return toolResult({
          isError: true,
          structured: { success: false, toolsets: [], error: describeFailure(listed.failure) },
        });
      const view = createToolsetView(context, viewer);
      return toolResult({
        structured: {
          success: true,
          toolsets: listed.toolsets.map((toolset) => view.describe(toolset)),
          ...(listed.warnings.length === 0 ? {} : { warnings: [...listed.warnings] }),
        },
      });
    },
  });
}
