import { type Log, stripControls } from '@modegate/cli-kit';
import type {
  AnswerServer,
  Connections,
  ConnectionsOptions,
  SessionBasedServers,
} from '@modegate/mcp-host/connections';
import type { Project } from '@modegate/project';
import type { ServerTrust } from '@modegate/tool-gateway/trust';
import { openLogins } from '../logins/open-logins.ts';
import type { Settings } from '../settings/settings.ts';
import { connectionsOptions } from './connections-options.ts';
import { principalVariables } from './server-owners.ts';
import { findUntrusted } from './server-trust.ts';

/** Resources for connecting to servers. */
export interface ServerResources {
  readonly settings: Settings;
  readonly log: Log;
  /** Environment variables that are visible to server configurations and started servers. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly connect: (options: ConnectionsOptions) => Connections;
  readonly serverTrust: ServerTrust;
  readonly sessionBasedServers: SessionBasedServers;
}

/** Servers of a project; only trusted ones are started. */
export interface ManagedServers {
  readonly connections: Connections;
  /** Replaces the entries; resolves when removed servers have ended. */
  use(entries: Project['servers']): Promise<void>;
  /** Restarts servers that were waiting for a login that is now available, regardless of their back-off. */
  retryLogins(): Promise<void>;
  /** Stops responding to changes in trust. */
  release(): void;
}

/** Principal that owns servers, and the recipient of the requests that these servers make. */
export interface ServersOwner {
  /** Id of the principal; undefined for servers of this machine's user, and for shared ones. */
  readonly principalId: string | undefined;
  readonly answer: AnswerServer;
}

/** Opens connections with no servers at first. The first client starts the servers in use. */
export function manageServers(resources: ServerResources, { principalId, answer }: ServersOwner): ManagedServers {
  const { settings, log, env, serverTrust, sessionBasedServers, connect } = resources;
  const logins = openLogins(settings, env, principalId);
  const connections = connect({
    ...connectionsOptions(settings, { ...env, ...principalVariables(principalId) }, logins),
    whyNotStarted: serverTrust.whyNotStarted,
    sessionBasedServers,
    entries: [],
    onRequest: answer,
    log: ({ server = 'servers', level, message }) => logConnection(log, level, `${server}: ${message}`),
  });
  let entries: Project['servers'] = [];
  let logged: ReadonlySet<string> = new Set();
  const update = async (): Promise<void> => {
    const updating = connections.update(entries);
    const lines = findUntrusted(connections.servers, serverTrust).map((entry) =>
      stripControls(`${entry.name}: ${serverTrust.whyNotStarted(entry)}`),
    );
    for (const line of lines) if (!logged.has(line)) log.warning(line);
    logged = new Set(lines);
    await updating;
  };
  const release = serverTrust.onChange(() => {
    update().catch((error: unknown) => log.error('The servers could not be updated', error));
  });
  return {
    connections,
    use: (next) => {
      entries = next;
      return update();
    },
    retryLogins: async () => {
      const waiting = connections.servers.filter(({ state }) => state.status === 'disconnected');
      const names = new Set(waiting.map(({ name }) => name));
      const ready = await logins.takeReady();
      await Promise.all(ready.filter((name) => names.has(name)).map((name) => connections.restart(name)));
    },
    release,
  };
}

function logConnection(log: Log, level: 'error' | 'warn' | 'info', line: string): void {
  if (level === 'error') log.error(line);
  else if (level === 'warn') log.warning(line);
  else log.debug(line);
}
