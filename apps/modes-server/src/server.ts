import type { ProtocolServer } from '@modegate/mcp-protocol';
import type { Policy } from '@modegate/mode-core';
import type { SweepOptions } from '@modegate/session-store';
import type { ModesGateway } from './gateway/open-gateway.ts';
import { createPrincipalServers } from './principal-servers/principal-servers.ts';
import { createServerState, type ServerState, type ServerStateOptions } from './server-state.ts';
import { reviewRelatives, reviewSessions } from './sessions/review-sessions.ts';
import { observeServer } from './telemetry/observe-server.ts';

/**
 * A modes server that can be connected to a transport; requests wait until the modes are loaded, but the handshake does
 * not wait.
 */
export interface ModesServer extends Pick<ServerState, 'modes' | 'sessions' | 'settings' | 'scopes' | 'events'> {
  /** The protocol server for clients that have no principal. */
  readonly server: ProtocolServer;
  /**
   * The gateway for clients that have no principal, including the servers that principals share; undefined when the
   * gateway is disabled.
   */
  readonly gateway: ModesGateway | undefined;
  /** Returns the sessions of the connections, each with the version known to this instance. */
  readonly versions: () => ReadonlyMap<string, number>;
  /**
   * Rereads sessions that another instance has changed; rereads all sessions of connections if modes depend on related
   * tasks.
   */
  readonly review: (sessionIds: readonly string[]) => Promise<void>;
  /**
   * Returns the protocol server for a principal, or for clients that have no principal; undefined when no more servers
   * may run at present.
   */
  readonly serverOf: (principalId: string | undefined) => ProtocolServer | undefined;
  /** Returns a principal's gateway, if it is open now. */
  readonly gatewayOf: (principalId: string) => ModesGateway | undefined;
  /** Files of the gateway that another process may change, for example when a user approves a tool in that process. */
  readonly stateFiles: readonly string[];
  /** Reloads known tools, trusted servers and logins, which another process may have changed. */
  readonly reloadState: () => Promise<void>;
  /** Equips toolsets that another instance has equipped. */
  readonly followToolsets: () => Promise<void>;
  /** Removes expired sessions; connections that were working in an expired session lose its mode. */
  readonly sweep: (options?: SweepOptions) => Promise<void>;
  /** Ends all connections to clients, then all servers. */
  readonly close: () => Promise<void>;
}

/** Starts loading the modes, and creates the servers that use them. Does not start any timer, watcher or transport. */
export function createModesServer(options: ServerStateOptions): ModesServer {
  const state = createServerState(options);
  const { modes, sessions, settings, scopes, events, log, store, connectionModes } = state;
  const servers = createPrincipalServers(state);
  events.on('modesLoaded', (changed) => {
    // Modes can query tasks only from this point on.
    reviewRelatives(state).catch((error: unknown) => log.error('The tasks could not be checked again', error));
    if (changed.length > 0) log.info(describeChanges(changed, modes.current.policy));
  });
  const { server, gateway } = servers.common;
  if (options.telemetry?.metrics !== undefined) observeServer(options.telemetry.metrics, { servers, store });
  return {
    server,
    gateway,
    modes,
    sessions,
    settings,
    scopes,
    events,
    serverOf: (principalId) => (principalId === undefined ? server : servers.open(principalId)?.server),
    gatewayOf: (principalId) => servers.find(principalId)?.gateway,
    versions: () => connectionModes.versions,
    review: (sessionIds) =>
      reviewSessions(state, modes.current.policy.needs.task ? connectionModes.sessions : sessionIds),
    stateFiles: state.gateway?.files ?? [],
    reloadState: async () => {
      await state.gateway?.reload();
      await Promise.all(servers.all.map(async (each) => each.gateway?.retryLogins()));
    },
    followToolsets: async () =>
      void (await Promise.all(servers.all.map(async (each) => each.gateway?.followToolsets()))),
    sweep: async (sweeping) => {
      const { expired } = await sessions.sweep(sweeping);
      if (expired > 0) log.info(`Cleaned up ${expired} expired ${expired === 1 ? 'session' : 'sessions'}`);
      await reviewSessions(state);
      servers.sweep();
    },
    close: servers.close,
  };
}

function describeChanges(changed: readonly string[], { modes }: Policy): string {
  const isConfigured = (slug: string) => modes.some(({ config }) => config.slug === slug);
  const removed = changed.filter((slug) => !isConfigured(slug));
  const others = changed.filter(isConfigured);
  const parts = [
    ...(others.length === 0 ? [] : [`new or changed: ${others.join(', ')}`]),
    ...(removed.length === 0 ? [] : [`removed: ${removed.join(', ')}`]),
  ];
  return `The modes have changed: ${parts.join('; ')}`;
}
