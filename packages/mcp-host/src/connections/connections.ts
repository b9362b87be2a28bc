import { attempt, type JsonObject } from '@modegate/json';
import { preview } from '@modegate/json-rpc';
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
  /** The servers, sorted by name; remains the same array with the same objects until something changes. */
  readonly servers: readonly UpstreamServer[];
  /**
   * Adds a client. The first client starts all servers in parallel, without waiting for them; they are stopped when the
   * last client releases its reference. Each server that starts receives the `sampling`, `elicitation` and `roots`
   * capabilities declared by the current clients. A server that supports both revisions is used without a session
   * unless a client with a session declares one of these capabilities; if such a client arrives later, the server is
   * restarted. After `close`, nothing starts.
   */
  acquire(user: ConnectionsClient): ClientReference;
  /**
   * Resolves once each started server has reached its first outcome (connected with its lists read, or failed), or when
   * the time limit expires. Never rejects.
   * @param timeoutMs - Default: no limit.
   * @param onOutcome - Called when each server reaches its outcome, but not after the time limit. Must not throw.
   */
  settled(timeoutMs?: number, onOutcome?: (server: UpstreamServer) => void): Promise<void>;
  /**
   * Applies a new configuration: starts new servers, stops removed servers, and restarts a server only if its launch
   * settings have changed. If several entries have the same name, the first is used. Resolves once removed and disabled
   * servers have stopped; does not wait for servers to start.
   */
  update(entries: readonly ServerEntry[]): Promise<void>;
  /**
   * Sends a request to a server; if the server is connecting, waits for it within the time limit of the request.
   *
   * @throws HostError `SERVER_UNKNOWN`, `SERVER_UNAVAILABLE` (with the state, the last error, and the time of the next
   * attempt), and any error of {@link Upstream.request}.
   */
  request(
    server: string,
    method: string,
    params: JsonObject | undefined,
    options?: UpstreamRequestOptions,
  ): Promise<JsonObject>;
  /** Refreshes stale lists in the background. Call it when lists are used. */
  refreshStaleLists(): void;
  /**
   * Sends a notification; if the server is connecting, waits for the connection and throws the same errors as
   * `request`.
   */
  notify(server: string, method: string, params?: JsonObject): Promise<void>;
  /** Subscribes to events; the returned function unsubscribes. Errors from listeners are logged. */
  onEvent(listener: (event: ConnectionsEvent) => void): () => void;
  /**
   * Restarts one server regardless of its backoff, and resolves once the outcome is known; does nothing if the server
   * is disabled or unused.
   *
   * @throws HostError `SERVER_UNKNOWN`.
   */
  restart(server: string): Promise<void>;
  /**
   * Stops everything permanently; resolves once all links have ended. May be called again, for example to stop faster.
   * @param politeMs - Time allowed for processes to exit after their input ends, before SIGTERM is sent to their
   * process groups. 0 sends SIGTERM in this turn and SIGKILL after 1.5 s. Default: 2000 for each step, as in {@link
   * StdioTransportOptions.stopGraceMs}.
   */
  close(options?: { readonly politeMs?: number }): Promise<void>;
}

/** Creates connections to the servers in a configuration. Starts nothing until the first `acquire`. */
export function createConnections(options: ConnectionsOptions): Connections {
  const log = safeLog(options.log);
  const events = createConnectionEvents((error) =>
    log({ server: undefined, level: 'error', message: `A connection event listener failed: ${messageOf(error)}` }),
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
    // Not an async function, so that a call to a connected server costs only the promises it needs.
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

/** Ignores errors of the log itself, because there is nowhere else to report them. */
function safeLog(log: ConnectionsLog = () => {}): ConnectionsLog {
  return (line) => attempt(() => log(line));
}

function findServer(name: string, servers: ConfiguredServers): ServerConnection {
  const server = servers.find(name);
  if (server === undefined) throw unknownServer(name, servers);
  return server;
}

function unknownServer(name: string, servers: ConfiguredServers): HostError<'SERVER_UNKNOWN'> {
  const known = servers.connections().map((server) => server.name);
  const nearest = nearestName(name, known);
  const hint = nearest === undefined ? '' : ` Did you mean ${preview(nearest)}?`;
  const message = `No server is called ${preview(name)} (${known.length} configured).${hint}`;
  return new HostError('SERVER_UNKNOWN', message, { data: { server: name, known } });
}
