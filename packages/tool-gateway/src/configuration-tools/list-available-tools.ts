import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { estimateTools, sumEstimates } from '../catalogue/tokens.ts';
import { READS } from '../tool-hints.ts';
import type { ConfigurationContext } from './context.ts';
import { asksSchema, describeTool, tokenShare, tokenShareSchema } from './tool-answers.ts';

const count = z.number().int().min(0);

const output = z.strictObject({
  summary: z.strictObject({ totalTools: count, totalServers: count }),
  toolsByServer: z.array(
    z.strictObject({
      serverName: z.string(),
      toolCount: count,
      tools: z.array(
        z.strictObject({
          name: z.string(),
          exposedName: z.string().describe('The name to use in calls when the tool is exposed.'),
          description: z.string().optional(),
          namespacedName: z.string().describe('The name to pass to build-toolset and add-tool-annotation.'),
          serverName: z.string(),
          refId: z.string().describe('Changes when the definition of the tool changes.'),
          asks: asksSchema,
          context: tokenShareSchema,
        }),
      ),
      context: tokenShareSchema,
    }),
  ),
  meta: z.strictObject({ totalPossibleContext: tokenShareSchema }),
});

const input = z.strictObject({});

/** `list-available-tools`: lists every tool that the viewer's mode allows, with its token cost. */
export function listAvailableToolsTool(context: ConfigurationContext): ToolDefinition {
  return defineTool({
    name: 'list-available-tools',
    title: 'List Available Tools',
    description:
      'Show every tool of the connected servers that your mode allows, grouped by server, whether or not it is in the equipped toolset. Each tool is shown with its cost in tokens and with the namespacedName and refId to pass to build-toolset.',
    annotations: { title: 'List Available Tools', ...READS },
    input,
    output,
    call: async (_, viewer) => {
      const estimates = await estimateTools(context.visibleTools(viewer));
      const sum = sumEstimates(estimates);
      const toolsOf = (server: string) => estimates.filter(({ tool }) => tool.server === server);
      return toolResult({
        structured: {
          summary: { totalTools: sum.toolCount, totalServers: sum.servers.length },
          toolsByServer: sum.servers.map(({ server, toolCount, tokens }) => ({
            serverName: server,
            toolCount,
            tools: toolsOf(server)
              .map(({ tool, tokens }) => ({
                ...describeTool(tool, context.asks?.(viewer, tool) === true),
                refId: tool.refId,
                context: tokenShare(tokens, sum.tokens),
              }))
              .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
            context: tokenShare(tokens, sum.tokens),
          })),
          meta: { totalPossibleContext: { tokens: sum.tokens, percentTotal: null } },
        },
      });
    },
  });
}
