import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { CHANGES } from '../tool-hints.ts';
import type { ConfigurationContext, Viewer } from './context.ts';
import { availableToolsFor, availableToolsMember } from './tool-answers.ts';
import { createToolsetView } from './toolset-view.ts';

const input = z.strictObject({});

const output = z.strictObject({
  success: z.boolean(),
  message: z.string(),
  currentMode: z.enum(['normal', 'configuration']),
  ...availableToolsMember,
});

/** `exit-configuration-mode`: returns this connection to its normal tools. */
export function exitConfigurationModeTool(context: ConfigurationContext): ToolDefinition {
  return defineTool({
    name: 'exit-configuration-mode',
    title: 'Exit Configuration Mode',
    description:
      'Leave configuration mode and return to normal work. The configuration tools are hidden, and the tools of the equipped toolset are offered again. If no toolset is equipped, the server offers the tools that are configured for this case. These always include the tool that enters configuration mode. Successfully equipping a toolset also ends configuration mode. Call this when you have finished configuring and want to use the tools.',
    annotations: { title: 'Exit Configuration Mode', ...CHANGES },
    input,
    output,
    call: async (_, viewer) => {
      const changed = context.mode.exit(viewer.connectionId);
      const event = changed ? 'Configuration mode has ended.' : 'Configuration mode was already off.';
      return toolResult({
        structured: {
          success: true,
          message: `${event} ${describeAvailableTools(context, viewer)}`,
          currentMode: 'normal' as const,
          ...availableToolsFor(context, viewer),
        },
      });
    },
  });
}

function describeAvailableTools(context: ConfigurationContext, viewer: Viewer): string {
  const { active } = context.toolsets;
  const set = active === undefined ? 'No toolset is equipped' : `The toolset '${active.name}' is equipped`;
  const { length } = createToolsetView(context, viewer).exposed;
  return `${set}; ${length} tool${length === 1 ? '' : 's'} of other servers ${length === 1 ? 'is' : 'are'} available to you.`;
}
