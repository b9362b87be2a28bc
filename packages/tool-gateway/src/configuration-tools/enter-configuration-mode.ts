import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { CHANGES } from '../tool-hints.ts';
import { CONFIGURATION_TOOL_NAMES } from './configuration-tool-names.ts';
import type { ConfigurationContext } from './context.ts';
import { availableToolsFor, availableToolsMember } from './tool-answers.ts';

const input = z.strictObject({});

const output = z.strictObject({
  success: z.boolean(),
  message: z.string(),
  availableTools: z.array(z.string()).optional(),
  ...availableToolsMember,
});

/** `enter-configuration-mode`: offers the configuration tools to this connection and hides upstream tools. */
export function enterConfigurationModeTool(context: ConfigurationContext): ToolDefinition {
  return defineTool({
    name: 'enter-configuration-mode',
    title: 'Enter Configuration Mode',
    description:
      'Start managing tools and toolsets. Configuration mode offers list-available-tools (list every available tool and its cost), build-toolset (save a selection of tools), list-saved-toolsets (list the saved toolsets), equip-toolset (use a saved toolset), delete-toolset (delete a saved toolset permanently), unequip-toolset (stop using a toolset), get-active-toolset (show the equipped toolset) and add-tool-annotation (add a note to a tool). While configuration mode is on, the operational tools are hidden. Call this to arrange, create or change your selection of tools.',
    annotations: { title: 'Enter Configuration Mode', ...CHANGES },
    input,
    output,
    call: async (_, viewer) => {
      const changed = context.mode.enter(viewer.connectionId);
      const message = changed
        ? 'Configuration mode has begun: the configuration tools are available, and the tools of other servers are hidden until it ends.'
        : 'Configuration mode was already on; nothing has changed.';
      const availableTools = [...CONFIGURATION_TOOL_NAMES];
      return toolResult({
        structured: { success: true, message, availableTools, ...availableToolsFor(context, viewer) },
      });
    },
  });
}
