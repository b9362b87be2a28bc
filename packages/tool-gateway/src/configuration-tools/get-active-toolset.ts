import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { estimateTools, sumEstimates } from '../catalogue/tokens.ts';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';
import { READS } from '../tool-hints.ts';
import type { Toolset } from '../toolsets/toolset.ts';
import { describeFailure } from '../toolsets/toolset-failure.ts';
import { describeMember, type ToolsetMember } from '../toolsets/toolset-members.ts';
import type { ConfigurationContext, ServerStatus, Viewer } from './context.ts';
import { type DescribedTool, describeTool, type TokenShare, tokenShare, tokenShareSchema } from './tool-answers.ts';
import { createToolsetView, toolsetInfoSchema, type VisibleMembers } from './toolset-view.ts';

const count = z.number().int().min(0);

const output = z.strictObject({
  equipped: z.boolean(),
  toolset: toolsetInfoSchema.optional(),
  serverStatus: z
    .strictObject({ totalConfigured: count, enabled: count, available: count, unavailable: count, disabled: count })
    .optional()
    .describe('The servers of the toolset.'),
  toolSummary: z
    .strictObject({ currentlyExposed: count, totalDiscovered: count, filteredOut: count })
    .optional()
    .describe('The tools that the mode allows.'),
  // Not a record, because a record would drop a server named `__proto__`.
  exposedTools: z.unknown().meta({
    type: 'object',
    description: 'The tools that can be used now, by server.',
    additionalProperties: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          exposedName: { type: 'string' },
          namespacedName: { type: 'string' },
          serverName: { type: 'string' },
          description: { type: 'string' },
          asks: { type: 'boolean' },
          context: { type: 'object' },
        },
        required: ['name', 'exposedName', 'namespacedName', 'serverName', 'context'],
      },
    },
  }),
  unavailableServers: z.array(z.string()),
  warnings: z.array(z.string()),
  context: tokenShareSchema.optional(),
});

const input = z.strictObject({});

/**
 * `get-active-toolset`: returns the equipped toolset and its exposed tools, with the reasons why other tools are
 * missing.
 */
export function getActiveToolsetTool(context: ConfigurationContext): ToolDefinition {
  return defineTool({
    name: 'get-active-toolset',
    title: 'Get Active Toolset',
    description:
      'Show the equipped toolset: the tools that it provides now and their cost, the servers that are not available, and a warning for each tool that is missing or has changed since the toolset was built.',
    annotations: { title: 'Get Active Toolset', ...READS },
    input,
    output,
    call: async (_, viewer) => {
      // Reads the file in order to include changes made by other processes.
      const listed = await context.toolsets.list();
      const { active, notice } = context.toolsets;
      const warnings = [
        ...(notice === undefined ? [] : [notice]),
        ...(listed.ok ? [] : [describeFailure(listed.failure)]),
      ];
      if (active === undefined) {
        return toolResult({ structured: { equipped: false, exposedTools: {}, unavailableServers: [], warnings } });
      }
      return toolResult({ structured: await describeActive(context, { viewer, active, warnings }) });
    },
  });
}

interface ActiveQuestion {
  readonly viewer: Viewer;
  readonly active: Toolset;
  readonly warnings: readonly string[];
}

async function describeActive(
  context: ConfigurationContext,
  { viewer, active, warnings }: ActiveQuestion,
): Promise<z.output<typeof output>> {
  const view = createToolsetView(context, viewer);
  const seen = view.see(active);
  const { exposed, visible } = view;
  const sum = sumEstimates(await estimateTools(exposed));
  const { counts, unavailable } = describeServers(seen.members, context.servers?.() ?? []);
  return {
    equipped: true,
    toolset: view.describe(active),
    serverStatus: counts,
    toolSummary: {
      currentlyExposed: exposed.length,
      totalDiscovered: visible.length,
      filteredOut: visible.length - exposed.length,
    },
    exposedTools: await groupByServer(exposed, (tool) => context.asks?.(viewer, tool) === true),
    unavailableServers: [...unavailable],
    warnings: [...warnings, ...describeProblems(seen, active)],
    context: { tokens: sum.tokens, percentTotal: null },
  };
}

async function groupByServer(
  tools: readonly UpstreamTool[],
  asks: (tool: UpstreamTool) => boolean,
): Promise<Record<string, (DescribedTool & { context: TokenShare })[]>> {
  const groups = new Map<string, (DescribedTool & { context: TokenShare })[]>();
  const estimates = await estimateTools(tools);
  const total = sumEstimates(estimates).tokens;
  for (const { tool, tokens } of estimates) {
    const group = groups.get(tool.server) ?? [];
    group.push({ ...describeTool(tool, asks(tool)), context: tokenShare(tokens, total) });
    groups.set(tool.server, group);
  }
  return Object.fromEntries(groups);
}

const MAX_WARNINGS = 100;

function describeProblems({ members, hidden }: VisibleMembers, { tools }: Toolset): string[] {
  const problems = members.flatMap((member) => describeMember(member) ?? []);
  const shown = problems.slice(0, MAX_WARNINGS);
  if (problems.length > shown.length) shown.push(`${problems.length - shown.length} more tools have problems.`);
  if (hidden > 0) shown.push(`Your mode hides ${hidden} of the ${tools.length} tools of the toolset.`);
  return shown;
}

/** Counts the servers that a set's tools belong to. Unconfigured servers are counted as unavailable and enabled. */
function describeServers(members: readonly ToolsetMember[], statuses: readonly ServerStatus[]) {
  const known = new Map(statuses.map(({ name, status }) => [name, status]));
  const named = new Set(members.flatMap(({ server }) => server ?? []));
  const offering = new Set(
    members.flatMap(({ server, problem }) => (problem === 'server-missing' ? [] : (server ?? []))),
  );
  const unavailable = [...named]
    .filter((server) => !offering.has(server) || (known.get(server) ?? 'connected') !== 'connected')
    .toSorted();
  const disabled = [...named].filter((server) => known.get(server) === 'disabled').length;
  return {
    counts: {
      totalConfigured: named.size,
      enabled: named.size - disabled,
      available: named.size - unavailable.length,
      unavailable: unavailable.length - disabled,
      disabled,
    },
    unavailable,
  };
}
