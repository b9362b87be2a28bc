import { compileDisabledTool, compileNamePattern } from '@modegate/mode-core/patterns';
import type { ServerEntry } from '@modegate/project';
import type { ToolInventory } from '../matrix/inventory.ts';
import type { Workspace } from './workspace.ts';

/** Returns the effective servers: the first server with each name, which hides any others with that name. */
export function effectiveServers(workspace: Workspace): readonly ServerEntry[] {
  const first = new Map<string, ServerEntry>();
  for (const server of workspace.servers) if (!first.has(server.name)) first.set(server.name, server);
  return [...first.values()];
}

/** Returns the names of the configured servers; undefined if they are unknown. */
export function listServerNames(workspace: Workspace): readonly string[] | undefined {
  return workspace.areServersKnown ? effectiveServers(workspace).map(({ name }) => name) : undefined;
}

/** Returns the tools of each server whose tools were queried. */
export function listKnownTools(workspace: Workspace): ReadonlyMap<string, readonly ToolInventory[]> {
  const tools = new Map<string, readonly ToolInventory[]>();
  for (const server of workspace.inventory ?? [])
    if (server.tools !== undefined && !tools.has(server.name)) tools.set(server.name, server.tools);
  return tools;
}

/**
 * Returns a matcher for the tools that a server's own settings switch off: those listed in `disabledTools`, and those
 * missing from `enabledTools`.
 */
export function disabledToolMatcher(policy: ServerEntry['policy']): (tool: string) => boolean {
  const off = policy.disabledTools.map((name) => compileDisabledTool(policy, name));
  const on = policy.enabledTools?.map(compileNamePattern);
  return (tool) => off.some((matches) => matches(tool)) || on?.some((matches) => matches(tool)) === false;
}
