import type { CheckedServer } from '../checked-server.ts';
import type { KnownTool } from '../matrix/known-server.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The servers that count: of each name the first, which hides the others. */
export function effectiveServers(workspace: Workspace): readonly CheckedServer[] {
  const first = new Map<string, CheckedServer>();
  for (const server of workspace.servers) if (!first.has(server.name)) first.set(server.name, server);
  return [...first.values()];
}

/** Names of the configured servers; undefined where it is not known which there are. */
export function serverNames(workspace: Workspace): readonly string[] | undefined {
  return workspace.areServersKnown ? effectiveServers(workspace).map(({ name }) => name) : undefined;
}

/** The tools of each server that was asked for them. */
export function knownTools(workspace: Workspace): ReadonlyMap<string, readonly KnownTool[]> {
  const tools = new Map<string, readonly KnownTool[]>();
  for (const server of workspace.inventory ?? [])
    if (server.tools !== undefined && !tools.has(server.name)) tools.set(server.name, server.tools);
  return tools;
}

/** Whether a name holds a wildcard. */
export function isWildcard(name: string): boolean {
  return /[*?]/.test(name);
}

/** A name without letter case and separators. */
export function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]+/g, '');
}

// Names beyond are not offered: looking for the nearest of very many would take long for a hint.
const maxCompared = 200;

/** As many names as are worth comparing with a misspelt one. */
export function comparable(names: readonly string[]): readonly string[] {
  return names.slice(0, maxCompared);
}
