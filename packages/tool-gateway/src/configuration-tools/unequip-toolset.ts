import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { CHANGES } from '../tool-hints.ts';
import type { ConfigurationContext } from './context.ts';
import { availableToolsFor, availableToolsMember, failedResult } from './tool-answers.ts';

const input = z.strictObject({});

const output = z.strictObject({
  success: z.boolean(),
  message: z.string().optional(),
  error: z.string().optional(),
  ...availableToolsMember,
});

/** `unequip-toolset`: unequips the toolset. */
export function unequipToolsetTool(context: ConfigurationContext): ToolDefinition {
  const { toolsets } = context;
  const consequence =
    toolsets.unequipped === 'all'
      ? 'Every tool that your mode allows is exposed.'
      : 'No tool of another server is exposed until a toolset is equipped.';
  return defineTool({
    name: 'unequip-toolset',
    title: 'Unequip Toolset',
    description: `Unequip the toolset, now and for the next start. ${consequence} The toolset remains saved.`,
    annotations: { title: 'Unequip Toolset', ...CHANGES },
    input,
    output,
    call: async (_, viewer) => {
      const unequipped = await toolsets.unequip();
      if (!unequipped.ok) return failedResult(unequipped.failure);
      const { previous } = unequipped;
      const event =
        previous === undefined ? 'No toolset was equipped.' : `The toolset '${previous.name}' is no longer equipped.`;
      return toolResult({
        structured: { success: true, message: `${event} ${consequence}`, ...availableToolsFor(context, viewer) },
      });
    },
  });
}
