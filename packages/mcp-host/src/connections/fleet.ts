import type { ServerEntry } from '@modegate/server-config';
import type { ConnectionWorld } from './connection-world.ts';
import { createServerConnection, type ServerConnection, viewServer } from './server-connection.ts';
import { startServer, stopServer, updateServer } from './server-lifecycle.ts';
import type { UpstreamServer } from './upstream-server.ts';

/** All servers of a configuration together. */
export interface Fleet {
  readonly find: (name: string) => ServerConnection | undefined;
  /** Sorted by name. */
  readonly connections: () => readonly ServerConnection[];
  /** Sorted by name; the same array while nothing has changed. */
  readonly views: () => readonly UpstreamServer[];
  readonly start: () => void;
  readonly stop: () => Promise<void>;
  readonly update: (entries: readonly ServerEntry[]) => Promise<void>;
  /** Stops for good: nothing starts afterwards. */
  readonly close: () => Promise<void>;
}

interface FleetState {
  readonly world: ConnectionWorld;
  /** In the order of the entries, which is the order of starting. */
  servers: ReadonlyMap<string, ServerConnection>;
  /** Servers that are configured no longer and still ending. One that comes back meanwhile is the same server. */
  readonly leaving: Map<string, Leaving>;
  seen: readonly UpstreamServer[] | undefined;
  sorted: readonly ServerConnection[] | undefined;
  isUsed: boolean;
  isClosed: boolean;
}

/** One removal of a server; another removal of the same server is another object. */
interface Leaving {
  readonly server: ServerConnection;
}

/** Makes the servers of entries, not started. */
export function createFleet(entries: readonly ServerEntry[], world: ConnectionWorld): Fleet {
  const fleet: FleetState = {
    world,
    servers: new Map(),
    leaving: new Map(),
    seen: undefined,
    sorted: undefined,
    isUsed: false,
    isClosed: false,
  };
  fleet.servers = new Map(firstOfEachName(entries).map((entry) => [entry.name, addServer(fleet, entry)]));
  return {
    find: (name) => fleet.servers.get(name),
    connections: () => sortedServers(fleet),
    views() {
      fleet.seen ??= sortedServers(fleet).map(viewServer);
      return fleet.seen;
    },
    start() {
      if (fleet.isClosed) return;
      fleet.isUsed = true;
      for (const server of fleet.servers.values()) startServer(server);
    },
    stop: () => stopFleet(fleet),
    update: (next) => updateFleet(fleet, next),
    async close() {
      fleet.isClosed = true;
      await stopFleet(fleet);
    },
  };
}

function sortedServers(fleet: FleetState): readonly ServerConnection[] {
  fleet.sorted ??= [...fleet.servers.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return fleet.sorted;
}

async function stopFleet(fleet: FleetState): Promise<void> {
  fleet.isUsed = false;
  const leaving = [...fleet.leaving.values()].map(({ server }) => server);
  await Promise.all([...fleet.servers.values(), ...leaving].map(stopServer));
}

async function updateFleet(fleet: FleetState, entries: readonly ServerEntry[]): Promise<void> {
  if (fleet.isClosed) return;
  const before = fleet.servers;
  const ending: Promise<void>[] = [];
  const next = firstOfEachName(entries).map((entry): [string, ServerConnection] => {
    const known = before.get(entry.name) ?? fleet.leaving.get(entry.name)?.server;
    fleet.leaving.delete(entry.name);
    if (known !== undefined) ending.push(updateServer(known, entry));
    return [entry.name, known ?? addServer(fleet, entry)];
  });
  fleet.servers = new Map(next);
  fleet.sorted = undefined;
  fleet.seen = undefined;
  for (const server of before.values()) if (!fleet.servers.has(server.name)) ending.push(removeServer(fleet, server));
  // What is new starts after what is gone began to end, and does not wait for it.
  for (const [name, server] of next) {
    if (!before.has(name)) fleet.world.emit({ type: 'state', server: name });
    if (fleet.isUsed) startServer(server);
  }
  await Promise.all(ending);
}

async function removeServer(fleet: FleetState, server: ServerConnection): Promise<void> {
  const leaving: Leaving = { server };
  fleet.leaving.set(server.name, leaving);
  fleet.world.emit({ type: 'state', server: server.name });
  await stopServer(server);
  // It may have come back and been removed again meanwhile, and is then still ending.
  if (fleet.leaving.get(server.name) === leaving) fleet.leaving.delete(server.name);
}

function addServer(fleet: FleetState, entry: ServerEntry): ServerConnection {
  return createServerConnection(entry, fleet.world, () => {
    fleet.seen = undefined;
  });
}

function firstOfEachName(entries: readonly ServerEntry[]): readonly ServerEntry[] {
  const names = new Set<string>();
  return entries.filter(({ name }) => names.size < names.add(name).size);
}
