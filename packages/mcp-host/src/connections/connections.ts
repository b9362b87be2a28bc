import type { JsonObject } from '@modegate/json';
import { briefly } from '@modegate/json-rpc';
import { nearestName } from '@modegate/nearest-name';
import type { ServerEntry } from '@modegate/server-config';
import { type Schedule, waitAtMost } from '@modegate/timing';
import { HostError, messageOf } from '../host-error.ts';
import type { UpstreamRequestOptions } from '../peer/upstream-request.ts';
import type { ConnectionsLog } from '../server/connection-dependencies.ts';
import { requestWhenConnected, waitForConnection } from '../server/request-server.ts';
import { type ServerConnection, viewServer } from '../server/server-connection.ts';
import { followClients, restartServer } from '../server/server-lifecycle.ts';
import { timeoutOf } from '../server/server-state.ts';
import type { ConnectionsEvent, UpstreamServer } from '../server/upstream-server.ts';
import { type ClientReference, type ConnectionsClient, createClientReferences } from './client-references.ts';
import { type ConfiguredServers, createConfiguredServers } from './configured-servers.ts';
import { createConnectionEvents } from './connection-events.ts';
import { type ConnectionsOptions, createDependencies } from './connections-options.ts';

/** The connections to all configured servers. */
export interface Connections {
  /** Sorted by name; the same array and the same objects while nothing has changed. */
  readonly servers: readonly UpstreamServer[];
  /**
   * Adds a user. The first one starts all servers, in parallel and without waiting for any; after the last has released its
   * lease they are stopped. `capabilities` is what the user as an MCP client declares: of `sampling`, `elicitation` and `roots`, a
   * server that starts hears what the users of that moment declare. A server of both eras is spoken to in the modern one, unless a user with a
   * session declares one of them; when the first such user comes later, the server is restarted. After `close` nothing starts.
   */
  acquire(user: ConnectionsClient): ClientReference;
  /**
   * Resolves when each started server has had its first outcome (connected with its lists read, or not connected), or after
   * the time. Never rejects.
   *
   * @param timeoutMs - Default: no limit.
   * @param onOutcome - Called with each server as it has its outcome, and not afterwards. Must not throw.
   */
  settled(timeoutMs?: number, onOutcome?: (server: UpstreamServer) => void): Promise<void>;
  /**
   * Takes over other entries: starts what is new, stops what is gone, and restarts only what is started with something
   * else than before. The first of several entries of one name counts. Resolves when what is gone or switched off has ended, and
   * waits for no start.
   */
  update(entries: readonly ServerEntry[]): Promise<void>;
  /**
   * Sends a request to a server; while that is connecting, waits for it within the time of the request.
   *
   * @throws HostError `SERVER_UNKNOWN`, `SERVER_UNAVAILABLE` (with its state, the last error, and the time of the next try),
   * and whatever {@link Upstream.request} throws.
   */
  request(
    server: string,
    method: string,
    params: JsonObject | undefined,
    options?: UpstreamRequestOptions,
  ): Promise<JsonObject>;
  /** Has lists read again that their servers said are fresh no longer; returns at once. To be called when lists are used. */
  refreshStaleLists(): void;
  /** Sends a notification; waits for a connecting server and throws as `request` does. */
  notify(server: string, method: string, params?: JsonObject): Promise<void>;
  /** Calls back with each event; the returned function ends that. What a listener throws goes to the log. */
  onEvent(listener: (event: ConnectionsEvent) => void): () => void;
  /**
   * Restarts one server, whatever its back-off says, and resolves at the outcome; a server that is disabled or not in use
   * is left alone.
   *
   * @throws HostError `SERVER_UNKNOWN`.
   */
  restart(server: string): Promise<void>;
  /**
   * Stops everything for good; resolves when all links have ended. May be called again, also to be quicker.
   *
   * @param politeMs - How long processes are given to end with their input before SIGTERM goes to their groups; with 0 it goes in this very
   * turn, and SIGKILL after 1.5 s. Default 2000 each, as in {@link StdioTransportOptions.stopGraceMs}.
   */
  close(options?: { readonly politeMs?: number }): Promise<void>;
}

/** Makes the connections to the servers of a configuration. Starts nothing: the first `acquire` does. */
export function createConnections(options: ConnectionsOptions): Connections {
  const log = safeLog(options.log);
  const events = createConnectionEvents((error) =>
    log({ server: undefined, level: 'error', message: `A listener of connection events threw: ${messageOf(error)}` }),
  );
  const hurry = new AbortController();
  const dependencies = createDependencies(options, {
    hurry: hurry.signal,
    capabilities: () => references.capabilities(),
    wantsSession: () => references.wantsSession(),
    emit: events.emit,
    log,
  });
  const { schedule } = dependencies.timing;
  const servers = createConfiguredServers(options.entries, dependencies);
  const references = createClientReferences({
    idleStopMs: options.idleStopMs ?? 0,
    schedule: schedule,
    onUsed: servers.start,
    onUnused: servers.stop,
    onLegacyWanted: () => {
      for (const server of servers.connections()) followClients(server);
    },
  });
  return {
    get servers() {
      return servers.views();
    },
    acquire: references.acquire,
    settled: (timeoutMs, onOutcome) => waitForOutcomes(servers, { timeoutMs, onOutcome, schedule }),
    update: servers.update,
    // Not an async function: a call to a connected server costs no more promises than it needs.
    request(...[name, method, params, requestOptions]) {
      const server = servers.find(name);
      if (server?.live !== undefined) return server.live.request(method, params, requestOptions);
      if (server === undefined) return Promise.reject(unknownServer(name, servers));
      return requestWhenConnected(server, { method, params, options: requestOptions });
    },
    refreshStaleLists() {
      for (const { live } of servers.connections()) live?.lists.refreshStaleLists();
    },
    async notify(name, method, params) {
      const server = findServer(name, servers);
      const { upstream } = await waitForConnection(server, timeoutOf(server));
      await upstream.notify(method, params);
    },
    onEvent: events.listen,
    async restart(name) {
      await restartServer(findServer(name, servers), 'Restarted on request.');
    },
    async close({ politeMs } = {}) {
      const hurryNow = () => hurry.abort();
      let callOff = () => {};
      if (politeMs === 0) hurryNow();
      else if (politeMs !== undefined) callOff = schedule(hurryNow, politeMs);
      references.close();
      await servers.close();
      callOff();
    },
  };
}

interface OutcomeOptions {
  readonly timeoutMs: number | undefined;
  readonly onOutcome: ((server: UpstreamServer) => void) | undefined;
  readonly schedule: Schedule;
}

async function waitForOutcomes(
  servers: ConfiguredServers,
  { timeoutMs, onOutcome, schedule }: OutcomeOptions,
): Promise<void> {
  let isOver = false;
  const outcomes = servers.connections().map(async (server) => {
    await server.outcome.promise;
    if (!isOver) onOutcome?.(viewServer(server));
  });
  const all = Promise.all(outcomes);
  if (timeoutMs === undefined) await all;
  else await waitAtMost(all, { limitMs: timeoutMs, schedule });
  isOver = true;
}

/** Drops an error of the log itself: there is no other place to report it. */
function safeLog(log: ConnectionsLog = () => {}): ConnectionsLog {
  return (line) => {
    try {
      log(line);
    } catch {}
  };
}

function findServer(name: string, servers: ConfiguredServers): ServerConnection {
  const server = servers.find(name);
  if (server === undefined) throw unknownServer(name, servers);
  return server;
}

function unknownServer(name: string, servers: ConfiguredServers): HostError<'SERVER_UNKNOWN'> {
  const known = servers.connections().map((server) => server.name);
  const nearest = nearestName(name, known);
  const hint = nearest === undefined ? '' : ` Did you mean ${briefly(nearest)}?`;
  const message = `No server is called ${briefly(name)}; ${known.length} are configured.${hint}`;
  return new HostError('SERVER_UNKNOWN', message, { data: { server: name, known } });
}
