import {
  type Connections,
  type ConnectionsEvent,
  type ConnectionsLogLine,
  type ConnectionsOptions,
  createConnections,
  RpcError,
  type UpstreamServer,
} from '@modegate/mcp-host/connections';
import { readServerConfig, type ServerEntry } from '@modegate/server-config';
import { createFakeServers, type FakeServers, type FakeServersOptions } from './fake-servers.ts';
import { createFakeTime, type FakeTime } from './fake-time.ts';

/** Entries as a file would give them. */
export function entriesOf(servers: Readonly<Record<string, object>>, file = '.mcp.json'): readonly ServerEntry[] {
  return readServerConfig(JSON.stringify({ mcpServers: servers }), { file, kind: 'generic' }).servers;
}

export interface FakeWorld {
  readonly connections: Connections;
  readonly servers: FakeServers;
  readonly time: FakeTime;
  readonly events: readonly ConnectionsEvent[];
  readonly logged: readonly ConnectionsLogLine[];
  readonly server: (name: string) => UpstreamServer;
}

export interface FakeWorldOptions extends FakeServersOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly options?: Partial<ConnectionsOptions>;
}

/** Connections to servers that live in this process, in a time of their own. Nothing in it is random. */
export function connect(servers: Readonly<Record<string, object>>, world: FakeWorldOptions = {}): FakeWorld {
  const fakes = createFakeServers(world);
  const time = createFakeTime();
  const events: ConnectionsEvent[] = [];
  const logged: ConnectionsLogLine[] = [];
  const connections = createConnections({
    entries: entriesOf(servers),
    clientInfo: { name: 'test', version: '1.0.0' },
    launchEnvironment: { env: world.env ?? {}, workspaceFolder: '/work', userHome: '/home/me', platform: 'linux' },
    onRequest: () => Promise.reject(new RpcError(-32_601, 'Method not found')),
    openTransport: fakes.openTransport,
    // Tests of eras bring their own memory.
    sessionBasedServers: { has: () => true, keep: () => undefined },
    watchFiles: () => async () => {},
    clock: time.clock,
    schedule: time.schedule,
    random: () => 0.5,
    log: (line) => void logged.push(line),
    ...world.options,
  });
  connections.onEvent((event) => void events.push(event));
  const server = (name: string): UpstreamServer => {
    const found = connections.servers.find((candidate) => candidate.name === name);
    if (found === undefined) throw new Error(`There is no server ${name}.`);
    return found;
  };
  return { connections, servers: fakes, time, events, logged, server };
}

/** A client that can do nothing for a server. */
export const plainClient = { capabilities: {} };
