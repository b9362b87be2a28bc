import { randomUUID } from 'node:crypto';
import type { ClientConnection, ProtocolServer } from '../../protocol-server.ts';
import type { Principal } from '../auth/authentication.ts';
import { checkQuota, type QuotaExceeded, type QuotaLimits } from '../auth/principal-quota.ts';
import type { HttpLimits } from '../http-limits.ts';
import { createSharedChannel, type SharedChannel } from './shared-channel.ts';

/** Where requests without a session come in together: one path, one principal, and what its credential opens. */
export interface StatelessConnection {
  /** The id of its connection. */
  readonly id: string;
  readonly path: string;
  readonly principal: Principal | undefined;
  /** Undefined until its first request has been admitted. */
  opened: ConnectedChannel | undefined;
  /** How many requests are here, one that listens and one that is being admitted included. */
  requests: number;
  usedAt: number;
}

/** The connection of a entry. */
export interface ConnectedChannel {
  readonly server: ProtocolServer;
  readonly channel: SharedChannel;
  readonly connection: ClientConnection;
}

/** Who asks for a entry. */
export interface ConnectionKey {
  readonly path: string;
  readonly principal: Principal | undefined;
  /** What the credential opens, where credentials of one principal differ in that. */
  readonly rights: string | undefined;
}

/** The connections of an HTTP server, bounded in number. */
export interface StatelessConnections {
  readonly size: number;
  /** The entry of such a request, which counts as one of its requests from now on; why there is no room for another entry of this principal. */
  enter(key: ConnectionKey): StatelessConnection | QuotaExceeded;
  /** A request of the entry has ended. */
  leave(entry: StatelessConnection): void;
  /** The connection of the entry to a server; a entry that was connected to another one is given up, and there is none. */
  connect(entry: StatelessConnection, server: ProtocolServer): Promise<ConnectedChannel | undefined>;
  /** Ends the connections that were not used for too long. */
  endIdle(): void;
  /** Ends those of such credentials. */
  endWhere(isEnded: (principal: Principal) => boolean): void;
  /** Resolves once no request is in flight but those that listen. */
  idle(): Promise<void>;
  closeAll(): Promise<void>;
}

/** Starts without a entry. */
export function createStatelessConnections(
  options: QuotaLimits & Pick<HttpLimits, 'sessionIdleMs' | 'maxUnsentBytes'> & { readonly now: () => number },
): StatelessConnections {
  const { sessionIdleMs, now } = options;
  const connections = new Map<string, StatelessConnection>();
  const keys = new WeakMap<StatelessConnection, string>();
  const opening = new WeakMap<StatelessConnection, Promise<ConnectedChannel>>();
  const remove = (entry: StatelessConnection): void => {
    const key = keys.get(entry) ?? '';
    if (connections.get(key) === entry) connections.delete(key);
    void entry.opened?.connection.close();
  };
  const unused = (): readonly StatelessConnection[] => [...connections.values()].filter(isUnused);
  const makeRoom = (principal: Principal | undefined): QuotaExceeded | undefined => {
    const held = [...connections.values()].map((entry) => ({
      entry,
      principal: entry.principal,
      usedAt: entry.usedAt,
      isUnused: isUnused(entry),
    }));
    const share = checkQuota(held, principal, options);
    if (typeof share === 'string') return share;
    if (share.ends !== undefined) remove(share.ends.entry);
    return undefined;
  };
  const open = async (entry: StatelessConnection, server: ProtocolServer): Promise<ConnectedChannel> => {
    const channel = createSharedChannel(entry.id, options);
    const connection = await server.connect(channel);
    entry.opened = { server, channel, connection };
    void connection.closed.then(() => remove(entry));
    return entry.opened;
  };
  return {
    get size() {
      return connections.size;
    },
    enter: (key) => {
      const text = JSON.stringify([key.path, key.principal?.id ?? null, key.rights ?? null]);
      const known = connections.get(text);
      const refusal = known === undefined ? makeRoom(key.principal) : undefined;
      if (refusal !== undefined) return refusal;
      const { path, principal } = key;
      const entry: StatelessConnection = known ?? {
        id: randomUUID(),
        path,
        principal,
        opened: undefined,
        requests: 0,
        usedAt: now(),
      };
      connections.set(text, entry);
      keys.set(entry, text);
      entry.requests++;
      return entry;
    },
    leave: (entry) => {
      entry.requests--;
      entry.usedAt = now();
      // No request was admitted.
      if (entry.requests === 0 && entry.opened === undefined) remove(entry);
    },
    connect: async (entry, server) => {
      const started = opening.get(entry) ?? open(entry, server);
      opening.set(entry, started);
      const opened = await started;
      if (opened.server === server && connections.get(keys.get(entry) ?? '') === entry) return opened;
      remove(entry);
      return undefined;
    },
    endIdle: () => {
      for (const entry of unused()) if (now() - entry.usedAt >= sessionIdleMs) remove(entry);
    },
    endWhere: (isEnded) => {
      for (const entry of connections.values())
        if (entry.principal !== undefined && isEnded(entry.principal)) remove(entry);
    },
    idle: async () => {
      await Promise.all([...connections.values()].flatMap(({ opened }) => opened?.connection.idle() ?? []));
    },
    closeAll: async () => {
      await Promise.all([...connections.values()].flatMap(({ opened }) => opened?.connection.close() ?? []));
    },
  };
}

/** A entry where a person is being asked something is in use until they answer. */
function isUnused({ requests, opened }: StatelessConnection): boolean {
  return requests === 0 && (opened === undefined || opened.connection.inFlight === 0);
}
