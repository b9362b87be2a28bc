import type { Connections } from '@modegate/mcp-host/connections';
import type { AccessContext } from '../decisions/access-context.ts';
import { mayCall, mayRead } from '../decisions/judge.ts';
import type { UpstreamIndex } from '../upstreams/upstream-index.ts';
import { type ClientList, type ClientLists, changedLists, keepUnchanged, noLists } from './client-lists.ts';
import type { ShownTools } from './shown-tool.ts';

/** Inputs for the lists: servers, the access of each client, and the gateway's own tools. */
export interface ListSources {
  readonly connections: Connections;
  readonly index: UpstreamIndex;
  readonly shown: ShownTools;
  readonly access: (connectionId: string) => AccessContext;
  /** Returns the names of the gateway's own tools currently offered to a connection. */
  readonly ownTools: (connectionId: string) => readonly string[];
}

/** The current lists of each client. */
export type ClientListCache = ReturnType<typeof createClientListCache>;

/** Creates an empty cache. */
export function createClientListCache(
  sources: ListSources,
  onChanged: (connectionId: string, list: ClientList) => void,
) {
  const kept = new Map<string, ClientLists>();
  const look = (connectionId: string): void => {
    const before = kept.get(connectionId);
    if (before === undefined) return;
    const after = keepUnchanged(before, listsFor(sources, connectionId));
    kept.set(connectionId, after);
    for (const list of changedLists(before, after)) onChanged(connectionId, list);
  };
  return {
    /** Returns a client's current lists. Used for every call; every change calls `refresh`. */
    of: (connectionId: string): ClientLists => {
      sources.connections.refreshStaleLists();
      return kept.get(connectionId) ?? listsFor(sources, connectionId);
    },
    /** Starts caching a client's lists. The first result is not treated as a change. */
    begin: (connectionId: string): void => {
      kept.set(connectionId, noLists);
      kept.set(connectionId, listsFor(sources, connectionId));
    },
    forget: (connectionId: string): void => void kept.delete(connectionId),
    /** Recomputes the lists of one client or of all clients, and reports each change. */
    refresh: (connectionId?: string): void => {
      if (connectionId !== undefined) look(connectionId);
      else for (const each of kept.keys()) look(each);
    },
  };
}

function listsFor(sources: ListSources, connectionId: string): ClientLists {
  const { connections, index, shown } = sources;
  const access = sources.access(connectionId);
  const readable = new Set(connections.servers.map(({ name }) => name).filter((name) => mayRead(access, name)));
  const offered = index.resources.filter(({ server }) => readable.has(server));
  return {
    tools: index.catalogue.tools.filter((tool) => mayCall(access, tool)).map((tool) => shown.of(tool)),
    ownTools: sources.ownTools(connectionId),
    resources: offered.flatMap(({ resources }) => resources),
    resourceTemplates: offered.flatMap(({ resourceTemplates }) => resourceTemplates),
    prompts: index.prompts.filter(({ server }) => readable.has(server)).map(({ definition }) => definition),
  };
}
