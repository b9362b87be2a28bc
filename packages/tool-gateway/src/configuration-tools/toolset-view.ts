import * as z from 'zod';
import { identityOf } from '../catalogue/upstream-tool.ts';
import type { Toolset } from '../toolsets/toolset.ts';
import type { ToolsetMember } from '../toolsets/toolset-members.ts';
import type { ConfigurationContext, Viewer } from './context.ts';

/** The part of a toolset that a viewer can see. */
export interface VisibleMembers {
  readonly members: readonly ToolsetMember[];
  /** Number of hidden tools, whose names are not revealed. */
  readonly hidden: number;
}

/** Creates a view of toolsets as the viewer's mode shows them at a given moment. */
export function createToolsetView(context: ConfigurationContext, viewer: Viewer) {
  const { toolsets } = context;
  const visible = context.visibleTools(viewer);
  const identities = new Set(visible.map(identityOf));
  const isSeen = ({ tool, server, entry }: ToolsetMember): boolean => {
    if (tool !== undefined) return identities.has(identityOf(tool));
    if (context.mayKnow === undefined) return true;
    // Without the tool's server, it is impossible to know whether the mode allows the tool.
    if (server === undefined) return false;
    return context.mayKnow(viewer, { server, tool: entry.namespacedName.slice(server.length + 1) });
  };
  const see = (toolset: Toolset): VisibleMembers => {
    const all = toolsets.resolve(toolset);
    const members = all.filter(isSeen);
    return { members, hidden: all.length - members.length };
  };
  return {
    visible,
    /** Visible tools exposed by the equipped set. */
    exposed: visible.filter((tool) => toolsets.includes(tool)),
    see,
    describe: (toolset: Toolset): ToolsetInfo =>
      describeToolset(toolset, see(toolset), toolsets.active?.name === toolset.name),
  };
}

function describeToolset(toolset: Toolset, { members, hidden }: VisibleMembers, isActive: boolean): ToolsetInfo {
  const { name, description, createdAt, lastModified, tools } = toolset;
  const servers = countByServer(members);
  return {
    name,
    ...(description === undefined ? {} : { description }),
    createdAt: new Date(createdAt).toISOString(),
    lastModified: new Date(lastModified).toISOString(),
    toolCount: tools.length,
    active: isActive,
    totalServers: servers.length,
    enabledServers: servers.length,
    totalTools: tools.length,
    servers,
    tools: members.map(({ entry, server = 'unknown', tool, isExposed, problem }) => ({
      namespacedName: entry.namespacedName,
      refId: entry.refId ?? tool?.refId ?? 'unknown',
      server,
      active: isExposed,
      ...(problem === undefined ? {} : { problem }),
    })),
    ...(hidden === 0 ? {} : { hiddenTools: hidden }),
  };
}

function countByServer(members: readonly ToolsetMember[]): ToolsetInfo['servers'] {
  const counts = new Map<string, number>();
  for (const { server = 'unknown' } of members) counts.set(server, (counts.get(server) ?? 0) + 1);
  return [...counts]
    .map(([name, toolCount]) => ({ name, enabled: true, toolCount }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** A toolset as described by configuration tools. */
export type ToolsetInfo = z.infer<typeof toolsetInfoSchema>;

const count = z.number().int().min(0);

/** The schema of {@link ToolsetInfo}. */
export const toolsetInfoSchema = z.strictObject({
  name: z.string(),
  description: z.string().optional(),
  createdAt: z.string(),
  lastModified: z.string(),
  toolCount: count.describe('All tools in the set.'),
  active: z.boolean().describe('True if this set is equipped.'),
  totalServers: count,
  enabledServers: count,
  totalTools: count,
  servers: z.array(z.strictObject({ name: z.string(), enabled: z.boolean(), toolCount: count })),
  tools: z.array(
    z.strictObject({
      namespacedName: z.string(),
      refId: z.string(),
      server: z.string(),
      active: z.boolean().describe('True if the tool is currently available.'),
      problem: z
        .enum(['server-missing', 'tool-missing', 'changed', 'ambiguous'])
        .optional()
        .describe('The current problem of the tool.'),
    }),
  ),
  hiddenTools: count.optional().describe('Tools of the set that the mode hides.'),
});
