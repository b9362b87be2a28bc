import { randomUUID } from 'node:crypto';
import { extend } from '@modegate/json';
import type { ClientConnection, ProtocolServer } from '../../protocol-server.ts';
import type { AuthenticatedPrincipal } from '../auth/authentication.ts';
import { checkQuota, type QuotaLimits } from '../auth/principal-quota.ts';
import type { HttpLimits } from '../http-limits.ts';
import { ownedConnections } from '../sessions/owned-connections.ts';
import { createSharedChannel, type SharedChannel } from './shared-channel.ts';

/** A connection shared by the requests without a session that have the same path, principal and set of rights. */
export interface StatelessConnection {
  readonly id: string;
  readonly key: string;
  readonly principal: AuthenticatedPrincipal | undefined;
  /** The connected channel; undefined until the first request has been authenticated. */
  opened: ConnectedChannel | undefined;
  opening: Promise<ConnectedChannel> | undefined;
  /** Number of requests in flight, including subscriptions and requests that are being authenticated. */
  requests: number;
  usedAt: number;
}

/** The channel of a {@link StatelessConnection}, connected to a server. */
export interface ConnectedChannel {
  readonly server: ProtocolServer;
  readonly channel: SharedChannel;
  readonly connection: ClientConnection;
}

/** The properties shared by the requests on one connection. */
export interface ConnectionKey {
  readonly path: string;
  readonly principal: AuthenticatedPrincipal | undefined;
  /** The rights of the credential, if the credentials of one principal differ in rights. */
  readonly rights: string | undefined;
}

/** The connections for requests without a session, bounded in number. */
export type StatelessConnections = ReturnType<typeof createStatelessConnections>;

/** Limits for connections, and the clock. */
export interface StatelessConnectionsOptions extends QuotaLimits, Pick<HttpLimits, 'sessionIdleMs' | 'maxUnsentBytes'> {
  readonly now: () => number;
}

/** Creates an empty set of connections. */
export function createStatelessConnections(options: StatelessConnectionsOptions) {
  const { sessionIdleMs, now } = options;
  const entries = new Map<string, StatelessConnection>();
  const remove = (entry: StatelessConnection): void => {
    if (entries.get(entry.key) === entry) entries.delete(entry.key);
    void entry.opened?.connection.close();
  };
  const open = async (entry: StatelessConnection, server: ProtocolServer): Promise<ConnectedChannel> => {
    const channel = createSharedChannel(entry.id, options);
    const connection = await server.connect(channel);
    entry.opened = { server, channel, connection };
    void connection.closed.then(() => remove(entry));
    return entry.opened;
  };
  const all = ownedConnections(entries, { connectionOf: ({ opened }) => opened?.connection, remove });
  return extend(all, {
    /** Counts a new request on the connection for its key, or returns the limit that would be exceeded. */
    enter: ({ path, principal, rights }: ConnectionKey) => {
      const key = JSON.stringify([path, principal?.id ?? null, rights ?? null]);
      let entry = entries.get(key);
      if (entry === undefined) {
        const share = checkQuota([...entries.values()], principal, { ...options, isUnused });
        if (typeof share === 'string') return share;
        if (share.ends !== undefined) remove(share.ends);
        entry = { id: randomUUID(), key, principal, opened: undefined, opening: undefined, requests: 0, usedAt: now() };
        entries.set(key, entry);
      }
      entry.requests++;
      return entry;
    },
    /** Counts a request as ended. */
    leave: (entry: StatelessConnection) => {
      entry.requests--;
      entry.usedAt = now();
      // No request has ever been authenticated.
      if (entry.requests === 0 && entry.opened === undefined) remove(entry);
    },
    /**
     * Connects to a server. An existing connection to another server is closed, in which case the result is undefined.
     */
    connect: async (entry: StatelessConnection, server: ProtocolServer) => {
      entry.opening ??= open(entry, server);
      const opened = await entry.opening;
      if (opened.server === server && entries.get(entry.key) === entry) return opened;
      remove(entry);
      return undefined;
    },
    /** Ends connections that have been idle for longer than `sessionIdleMs`. */
    endIdle: () => {
      for (const entry of entries.values()) if (isUnused(entry) && now() - entry.usedAt >= sessionIdleMs) remove(entry);
    },
  });
}

/** A connection that is waiting for a person's answer is in use. */
function isUnused({ requests, opened }: StatelessConnection): boolean {
  return requests === 0 && (opened === undefined || opened.connection.inFlight === 0);
}
