import type { CatalogueTool } from '../catalogue.ts';

/** The members by which every configuration tool names a tool of another server. */
export interface DescribedTool {
  name: string;
  /** The name by which clients call it. */
  exposedName: string;
  description?: string | undefined;
  namespacedName: string;
  serverName: string;
}

/** Names a tool, its description included when it has one. */
export function describeTool({ tool, exposedName, namespacedName, server, definition }: CatalogueTool): DescribedTool {
  const { description } = definition;
  return {
    name: tool,
    exposedName,
    ...(typeof description === 'string' ? { description } : {}),
    namespacedName,
    serverName: server,
  };
}
