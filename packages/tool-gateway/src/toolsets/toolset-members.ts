import type { Catalogue } from '../catalogue/catalogue.ts';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';
import { type ChangedToolPolicy, quoteShort, type Toolset, type ToolsetEntry } from './toolset.ts';

/** Reason why a tool in a set is not served in the form that it had when the set was built. */
export type MemberProblem =
  /** Its server currently has no tools because it was removed, is disabled, or is not connected. */
  | 'server-missing'
  /** Its server no longer has the tool. */
  | 'tool-missing'
  /** Its definition has changed; the set's policy determines whether it is served. */
  | 'changed'
  /** The name refers to several tools. */
  | 'ambiguous';

/** A tool in a set compared with the current tools. */
export interface ToolsetMember {
  readonly entry: ToolsetEntry;
  /** The server, if known. */
  readonly server: string | undefined;
  /** The current tool; undefined if it is missing. */
  readonly tool: UpstreamTool | undefined;
  /** True if the set exposes the tool, although the mode may still hide it. */
  readonly isExposed: boolean;
  readonly problem: MemberProblem | undefined;
}

/** Resolves each tool of a set in a catalogue. */
export function resolveToolset(
  toolset: Toolset,
  catalogue: Catalogue,
  changedTools: ChangedToolPolicy,
): readonly ToolsetMember[] {
  const policy = toolset.onChange ?? changedTools;
  return toolset.tools.map((entry) => resolveEntry(entry, catalogue, policy));
}

/** Describes the problem with a tool in a set; undefined if there is no problem. */
export function describeMember({ entry, server, problem, isExposed }: ToolsetMember): string | undefined {
  const name = quoteShort(entry.namespacedName);
  switch (problem) {
    case undefined:
      return undefined;
    case 'server-missing':
      return `${name} is not available: its server ${server === undefined ? '' : `${quoteShort(server)} `}offers no tools at the moment.`;
    case 'tool-missing':
      return `${name} is not available: its server ${server === undefined ? '' : `${quoteShort(server)} `}no longer offers it.`;
    case 'ambiguous':
      return `${name} is not available: several tools have that name. Build the toolset again with a refId.`;
    case 'changed':
      return `${name} has changed since the toolset was built: its definition is different. ${isExposed ? 'It is still served; review it before use.' : 'It is withheld; build the toolset again to accept it.'}`;
  }
}

/** True if an entry in a set refers to a tool, regardless of the tool's definition. */
export function isEntryOf(entry: ToolsetEntry, tool: UpstreamTool): boolean {
  if (entry.namespacedName !== tool.namespacedName) return false;
  return entry.server === undefined ? true : entry.server === tool.server;
}

function resolveEntry(entry: ToolsetEntry, catalogue: Catalogue, policy: ChangedToolPolicy): ToolsetMember {
  const { namespacedName, refId, server } = entry;
  if (server === undefined) return resolveByName(entry, catalogue, policy);
  const tool = catalogue.findTool(server, namespacedName.slice(server.length + 1));
  if (tool === undefined) return missing(entry, server, catalogue);
  return present(entry, tool, refId === undefined || refId === tool.refId ? undefined : policy);
}

function resolveByName(entry: ToolsetEntry, catalogue: Catalogue, policy: ChangedToolPolicy): ToolsetMember {
  const { namespacedName, refId } = entry;
  const match = catalogue.findReference({ namespacedName, refId });
  switch (match.kind) {
    case 'found':
      return present(entry, match.tool, undefined);
    case 'changed':
      return present(entry, match.tool, policy);
    case 'conflict':
      return { entry, server: undefined, tool: undefined, isExposed: false, problem: 'ambiguous' };
    case 'renamed':
    case 'unknown':
      return missing(entry, guessServer(namespacedName, catalogue), catalogue);
  }
}

function present(entry: ToolsetEntry, tool: UpstreamTool, changed: ChangedToolPolicy | undefined): ToolsetMember {
  const { server } = tool;
  if (changed === undefined) return { entry, server, tool, isExposed: true, problem: undefined };
  return { entry, server, tool, isExposed: changed === 'flag', problem: 'changed' };
}

function missing(entry: ToolsetEntry, server: string | undefined, catalogue: Catalogue): ToolsetMember {
  const isThere = server !== undefined && serversWithTools(catalogue).has(server);
  return { entry, server, tool: undefined, isExposed: false, problem: isThere ? 'tool-missing' : 'server-missing' };
}

// Used only in messages: because server names may contain dots, the result is a guess and never grants access.
function guessServer(namespacedName: string, catalogue: Catalogue): string | undefined {
  return catalogue.servers.find((server) => namespacedName.startsWith(`${server}.`));
}

const servers = new WeakMap<Catalogue, ReadonlySet<string>>();

function serversWithTools(catalogue: Catalogue): ReadonlySet<string> {
  const known = servers.get(catalogue);
  if (known !== undefined) return known;
  const found = new Set(catalogue.tools.map((tool) => tool.server));
  servers.set(catalogue, found);
  return found;
}
