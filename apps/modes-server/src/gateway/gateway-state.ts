import { type Connections, type ConnectionsOptions, createConnections } from '@modegate/mcp-host/connections';
import type { RequestMiddleware } from '@modegate/tool-gateway';
import { createToolTrust, type ToolTrust } from '@modegate/tool-gateway/trust';
import { loginsFile } from '../settings/gateway-settings.ts';
import type { StateTexts } from '../storage/state-texts.ts';
import type { ServerResources } from './managed-servers.ts';
import { openServerTrust } from './server-trust.ts';
import { openSessionBasedServers, type SessionBasedServerCache } from './session-based-servers.ts';
import { createSharedServers, type SharedServers } from './shared-servers.ts';

/** Options for {@link openGatewayState}. */
export interface GatewayStateOptions extends Pick<ServerResources, 'settings' | 'log' | 'env'> {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Storage for the gateway's state. */
  readonly texts: StateTexts;
  /** Opens the connections to servers. Default `createConnections`. */
  readonly connect?: ((options: ConnectionsOptions) => Connections) | undefined;
  /** Wraps each request to a server. Default: none. */
  readonly requestMiddleware?: RequestMiddleware | undefined;
  /** True if principals have their own servers in addition to the shared ones. */
  readonly hasPrincipals: boolean;
}

/** State shared by the gateways of all principals. */
export interface GatewayState
  extends ServerResources,
    Pick<GatewayStateOptions, 'now' | 'texts' | 'requestMiddleware'> {
  readonly toolTrust: ToolTrust;
  readonly sessionBasedServers: SessionBasedServerCache;
  /** Resolves when the state of earlier runs has been read. */
  readonly ready: Promise<void>;
  /** Files that another process may change, for example when a user approves a tool in that process. */
  readonly files: readonly string[];
  /** Reloads the known tools and trusted servers. */
  readonly reload: () => Promise<void>;
  /**
   * Servers shared by all principals; undefined without principals, because all servers then belong to one gateway.
   */
  readonly shared: SharedServers | undefined;
}

/** Starts reading the state of earlier runs. Starts no servers. */
export function openGatewayState({ hasPrincipals, ...options }: GatewayStateOptions): GatewayState {
  const { settings, log, now, texts, connect = createConnections } = options;
  const onProblem = (problem: string): void => log.warning(problem);
  const serverTrust = openServerTrust(settings, { text: texts.trustedServers, now, onProblem });
  const location = { text: texts.knownTools, projectRoot: settings.projectRoot };
  const toolTrust = createToolTrust({ location, settings: settings.gateway, now, onProblem });
  const sessionBasedServers = openSessionBasedServers({
    text: texts.sessionBasedServers,
    now,
    onProblem: (problem) => log.debug(problem),
  });
  const resources = { ...options, connect, serverTrust, sessionBasedServers };
  const reload = async (): Promise<void> => void (await Promise.all([serverTrust.load(), toolTrust.load()]));
  return {
    ...resources,
    toolTrust,
    files: [...texts.files, loginsFile(settings.gateway)],
    reload,
    ready: Promise.all([reload(), sessionBasedServers.loaded]).then(() => undefined),
    shared: hasPrincipals ? createSharedServers(resources) : undefined,
  };
}
