import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { asksPerson } from '../decisions/gateway-decision.ts';
import { judgeTool } from '../decisions/judge.ts';
import { GatewayError } from '../gateway-error.ts';
import { READS } from '../tool-hints.ts';
import { type MetaToolOptions, readAccess, sessionIdSchema } from './meta-tool-options.ts';
import { findCatalogueTool, unknownTool } from './unknown-tool.ts';

const input = z.strictObject({
  name: z.string().max(1_000).describe('Name of the tool in list_available_tools.'),
  session_id: sessionIdSchema,
});

const output = z.object({
  name: z.string(),
  server: z.string(),
  tool: z.string(),
  definition: z.record(z.string(), z.unknown()),
  asks: z.string().optional().describe('Why each call asks a person for consent.'),
  warning: z.string().optional(),
});

/** `describe_tool`: returns the complete definition of one tool. */
export function describeToolTool(options: MetaToolOptions): ToolDefinition {
  const { gateway } = options;
  return defineTool({
    name: 'describe_tool',
    title: 'Describe a tool',
    description: 'Get the full definition of one tool from list_available_tools: its description and its input schema.',
    annotations: { title: 'Describe a tool', ...READS },
    input,
    output,
    call: async ({ name, session_id }, { connectionId }) => {
      const tool = await findCatalogueTool(gateway, name);
      const access = await readAccess(options, connectionId, session_id);
      if (tool === undefined) throw unknownTool(gateway, name, access);
      const decision = judgeTool(access, tool);
      if (!decision.allowed && !asksPerson(decision))
        throw new GatewayError('REFUSED', decision.reason, {
          data: { refusal: decision, subject: tool.exposedName, server: tool.server, mode: access.mode },
        });
      const warning = gateway.shown.warning(tool);
      const definition = { ...gateway.shown.of(tool).definition };
      return toolResult({
        structured: {
          name: tool.exposedName,
          server: tool.server,
          tool: tool.tool,
          definition,
          ...(decision.allowed ? {} : { asks: decision.reason }),
          ...(warning === undefined ? {} : { warning }),
        },
      });
    },
  });
}
