import * as z from 'zod';
import { defineGatewayTool, type GatewayTool } from '../gateway-tool.ts';
import type { ConfigurationContext } from './context.ts';

/** `delete-toolset`: removes a saved toolset for good. */
export function deleteToolsetTool(context: ConfigurationContext): GatewayTool {
  return defineGatewayTool({
    name: 'delete-toolset',
    title: 'Delete Toolset',
    description:
      'Remove a saved toolset for good, its notes included. It is unequipped first when it is the equipped one. Needs confirm: true.',
    hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    input: z.strictObject({
      name: z.string().describe('Name of the saved toolset.'),
      confirm: z.boolean().optional().describe('Must be true, since nothing brings the toolset back.'),
    }),
    output: z.strictObject({ success: z.boolean(), message: z.string().optional(), error: z.string().optional() }),
    call: async ({ name, confirm = false }) => {
      const deleted = await context.toolsets.delete(name, { confirm });
      if (!deleted.success) return { isError: true, structured: { success: false, error: deleted.error } };
      const more = deleted.wasActive ? ' It was equipped; nothing is now.' : '';
      return { structured: { success: true, message: `The toolset '${name}' is deleted.${more}` } };
    },
  });
}
