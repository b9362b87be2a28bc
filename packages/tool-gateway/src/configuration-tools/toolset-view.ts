import type { CatalogueTool } from '../catalogue.ts';
import type { Viewer } from '../gateway-tool.ts';
import type { Toolset } from '../toolset.ts';
import type { ToolsetMember } from '../toolset-members.ts';
import type { ConfigurationContext } from './context.ts';
import type { ToolsetInfo } from './toolset-info.ts';

/** The part of a toolset that a viewer may see. */
export interface SeenMembers {
  readonly members: readonly ToolsetMember[];
  /** How many others there are. Their names stay unsaid. */
  readonly hidden: number;
}

/** Toolsets as one viewer sees them at one time. */
export interface ToolsetView {
  readonly visible: readonly CatalogueTool[];
  /** The visible tools that the equipped set exposes. */
  readonly exposed: readonly CatalogueTool[];
  see(toolset: Toolset): SeenMembers;
  describe(toolset: Toolset): ToolsetInfo;
}

/** Looks at toolsets through the viewer's mode. */
export function createToolsetView(context: ConfigurationContext, viewer: Viewer): ToolsetView {
  const { toolsets } = context;
  const visible = context.visibleTools(viewer);
  const identities = new Set(visible.map(identityOf));
  const isSeen = ({ tool, server, entry }: ToolsetMember): boolean => {
    if (tool !== undefined) return identities.has(identityOf(tool));
    if (context.mayKnow === undefined) return true;
    // Of a tool whose server is not known nobody can say that the mode allows it.
    if (server === undefined) return false;
    return context.mayKnow(viewer, { server, tool: entry.namespacedName.slice(server.length + 1) });
  };
  const see = (toolset: Toolset): SeenMembers => {
    const all = toolsets.resolve(toolset);
    const members = all.filter(isSeen);
    return { members, hidden: all.length - members.length };
  };
  return {
    visible,
    exposed: visible.filter((tool) => toolsets.includes(tool)),
    see,
    describe: (toolset) => describeToolset(toolset, see(toolset), toolsets.active?.name === toolset.name),
  };
}

function identityOf({ server, namespacedName }: CatalogueTool): string {
  return `${server.length} ${namespacedName}`;
}

function describeToolset(toolset: Toolset, { members, hidden }: SeenMembers, isActive: boolean): ToolsetInfo {
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
