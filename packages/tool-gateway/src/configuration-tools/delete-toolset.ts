import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { CHANGES } from '../tool-hints.ts';
import type { ConfigurationContext } from './context.ts';
import { availableToolsFor, availableToolsMember, failedResult } from './tool-answers.ts';

const input = z.strictObject({
  name: z.string().describe('Name of the saved toolset.'),
  confirm: z.boolean().optional().describe('Must be true, because a deleted toolset cannot be restored.'),
});

const output = z.strictObject({
  success: z.boolean(),
  message: z.string().optional(),
  error: z.string().optional(),
  ...availableToolsMember,
});

/** `delete-toolset`: deletes a saved toolset permanently. */
export function deleteToolsetTool(context: ConfigurationContext): ToolDefinition {
  return defineTool({
    name: 'delete-toolset',
    title: 'Delete Toolset',
    description:
      'Delete a saved toolset and its notes permanently. If it is equipped, it is unequipped first. Requires confirm: true.',
    annotations: { title: 'Delete Toolset', ...CHANGES, destructiveHint: true },
    input,
    output,
    call: async ({ name, confirm = false }, viewer) => {
      const deleted = await context.toolsets.delete(name, { confirm });
      if (!deleted.ok) return failedResult(deleted.failure);
      const more = deleted.wasActive ? ' It was equipped, so no toolset is equipped now.' : '';
      const offer = deleted.wasActive ? availableToolsFor(context, viewer) : {};
      return toolResult({
        structured: { success: true, message: `The toolset '${name}' has been deleted.${more}`, ...offer },
      });
    },
  });
}
