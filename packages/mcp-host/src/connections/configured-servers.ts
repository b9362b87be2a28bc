import type { ServerEntry } from '@modegate/server-config';
import type { ConnectionDependencies } from '../server/connection-dependencies.ts';
import { createServerConnection, type ServerConnection, viewServer } from '../server/server-connection.ts';
import { startServer, stopServer, updateServer } from '../server/server-lifecycle.ts';
import type { UpstreamServer } from '../server/upstream-server.ts';

/** All servers in a configuration. */
export type ConfiguredServers = ReturnType<typeof createConfiguredServers>;

interface State {
  readonly dependencies: ConnectionDependencies;
  /** Servers in configuration order, which is also the order in which they start. */
  servers: ReadonlyMap<string, ServerConnection>;
  /**
   * Servers that were removed from the configuration and are still stopping. If such a server is added again before it
   * has stopped, it is reused.
   */
  readonly leaving: Map<string, Leaving>;
  seen: readonly UpstreamServer[] | undefined;
  sorted: readonly ServerConnection[] | undefined;
  isUsed: boolean;
  isClosed: boolean;
}

/** One removal of a server; each removal is a new object. */
interface Leaving {
  readonly server: ServerConnection;
}

/** Creates the servers for entries without starting them. */
export function createConfiguredServers(entries: readonly ServerEntry[], dependencies: ConnectionDependencies) {
  const state: State = {
    dependencies,
    servers: new Map(),
    leaving: new Map(),
    seen: undefined,
    sorted: undefined,
    isUsed: false,
    isClosed: false,
  };
  state.servers = new Map(firstOfEachName(entries).map((entry) => [entry.name, addServer(state, entry)]));
  return {
    find: (name: string) => state.servers.get(name),
    /** Returns the connections, sorted by name. */
    connections: () => sortedServers(state),
    /** Returns the servers, sorted by name; remains the same array until something changes. */
    views() {
      state.seen ??= sortedServers(state).map(viewServer);
      return state.seen;
    },
    start() {
      if (state.isClosed) return;
      state.isUsed = true;
      for (const server of state.servers.values()) startServer(server);
    },
    stop: () => stopAll(state),
    update: (next: readonly ServerEntry[]) => updateAll(state, next),
    /** Stops all servers permanently; no server starts afterwards. */
    async close() {
      state.isClosed = true;
      await stopAll(state);
    },
  };
}

function sortedServers(state: State): readonly ServerConnection[] {
  state.sorted ??= [...state.servers.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return state.sorted;
}

async function stopAll(state: State): Promise<void> {
  state.isUsed = false;
  const leaving = [...state.leaving.values()].map(({ server }) => server);
  await Promise.all([...state.servers.values(), ...leaving].map(stopServer));
}

async function updateAll(state: State, entries: readonly ServerEntry[]): Promise<void> {
  if (state.isClosed) return;
  const before = state.servers;
  const ending: Promise<void>[] = [];
  const next = firstOfEachName(entries).map((entry): [string, ServerConnection] => {
    const known = before.get(entry.name) ?? state.leaving.get(entry.name)?.server;
    state.leaving.delete(entry.name);
    if (known !== undefined) ending.push(updateServer(known, entry));
    return [entry.name, known ?? addServer(state, entry)];
  });
  state.servers = new Map(next);
  state.sorted = undefined;
  state.seen = undefined;
  for (const server of before.values()) if (!state.servers.has(server.name)) ending.push(removeServer(state, server));
  // New servers start once old ones begin to stop, without waiting for them.
  for (const [name, server] of next) {
    if (!before.has(name)) state.dependencies.emit({ type: 'state', server: name });
    if (state.isUsed) startServer(server);
  }
  await Promise.all(ending);
}

async function removeServer(state: State, server: ServerConnection): Promise<void> {
  const leaving: Leaving = { server };
  state.leaving.set(server.name, leaving);
  state.dependencies.emit({ type: 'state', server: server.name });
  await stopServer(server);
  // If the server was added and removed again in the meantime, it is still stopping.
  if (state.leaving.get(server.name) === leaving) state.leaving.delete(server.name);
}

function addServer(state: State, entry: ServerEntry): ServerConnection {
  return createServerConnection(entry, state.dependencies, () => {
    state.seen = undefined;
  });
}

function firstOfEachName(entries: readonly ServerEntry[]): readonly ServerEntry[] {
  const names = new Set<string>();
  return entries.filter(({ name }) => names.size < names.add(name).size);
}
