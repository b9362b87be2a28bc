import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { estimateTools, sumEstimates, type ToolEstimate } from '../catalogue/tokens.ts';
import { READS } from '../tool-hints.ts';
import type { ConfigurationContext } from './context.ts';
import { describeTool, tokenShare, tokenShareSchema } from './tool-answers.ts';

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
          exposedName: z.string().describe('The name to call it by once it is exposed.'),
          description: z.string().optional(),
          namespacedName: z.string().describe('How build-toolset and add-tool-annotation refer to it.'),
          serverName: z.string(),
          refId: z.string().describe('Changes whenever the server changes what it says about the tool.'),
          context: tokenShareSchema,
        }),
      ),
      context: tokenShareSchema,
    }),
  ),
  meta: z.strictObject({ totalPossibleContext: tokenShareSchema }),
});

const input = z.strictObject({});

/** `list-available-tools`: every tool that the viewer's mode allows, with its token cost. */
export function listAvailableToolsTool(context: ConfigurationContext): ToolDefinition {
  return defineTool({
    name: 'list-available-tools',
    title: 'List Available Tools',
    description:
      'Show every tool of the connected servers that your mode allows, grouped by server, whether or not the equipped toolset has it. Each comes with the namespacedName and refId that build-toolset takes, and with what listing it costs in tokens.',
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
            tools: describeEstimates(toolsOf(server), sum.tokens),
            context: tokenShare(tokens, sum.tokens),
          })),
          meta: { totalPossibleContext: { tokens: sum.tokens, percentTotal: null } },
        },
      });
    },
  });
}

type ListedTool = z.output<typeof output>['toolsByServer'][number]['tools'][number];

function describeEstimates(estimates: readonly ToolEstimate[], total: number): ListedTool[] {
  return estimates
    .map(({ tool, tokens }) => ({ ...describeTool(tool), refId: tool.refId, context: tokenShare(tokens, total) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
