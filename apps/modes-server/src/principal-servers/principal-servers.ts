import type { GatewayOwner } from '../gateway/open-gateway.ts';
import { ownServers } from '../gateway/server-owners.ts';
import type { ServerState } from '../server-state.ts';
import { createPrincipalServer, type PrincipalServer } from './create-principal-server.ts';

/** The servers of all principals. */
export interface PrincipalServers {
  /** Server for clients that have no principal, or for all clients if there are no principals. */
  readonly common: PrincipalServer;
  /** All open servers. */
  readonly all: readonly PrincipalServer[];
  /** Returns the server of a principal, if it is open. */
  find(principalId: string): PrincipalServer | undefined;
  /** Returns a principal's server, opening it if necessary; undefined if no more servers may run at present. */
  open(principalId: string): PrincipalServer | undefined;
  /** Closes the servers of principals that are not connected. */
  sweep(): void;
  close(): Promise<void>;
}

/** A principal's server and data about its use. */
interface OpenServer extends PrincipalServer {
  readonly usage: Usage;
}

interface Usage {
  /** Time in milliseconds on a clock that is never set back. */
  lastUsedAt: number;
  /** Number of private servers that the principal may run while a client is connected. */
  allowance: number;
}

/** Time allowed for an admitted client to connect. */
const CONNECTING_MS = 5_000;

/** Time for which a server without connections stays open. */
const EMPTY_MS = 60_000;

/** Opens the server for clients that have no principal, and prepares the servers of principals. */
export function createPrincipalServers(state: ServerState): PrincipalServers {
  const common = createPrincipalServer(state);
  if (state.gateway?.shared === undefined) {
    return {
      common,
      all: [common],
      find: () => common,
      open: () => common,
      sweep: () => undefined,
      close: common.close,
    };
  }
  const servers = new Map<string, OpenServer>();
  const { sweep, makeRoom, wanted, choose } = createAllowances(state, servers);
  return {
    common,
    get all() {
      return [common, ...servers.values()];
    },
    find: (principalId) => servers.get(principalId),
    open: (principalId) => {
      sweep();
      if (!makeRoom(principalId)) return undefined;
      const known = servers.get(principalId);
      if (known !== undefined) {
        known.usage.lastUsedAt = performance.now();
        return known;
      }
      const usage = { lastUsedAt: performance.now(), allowance: wanted() };
      const server = createPrincipalServer(state, {
        id: principalId,
        chooseServers: choose(principalId, usage),
        onRequest: () => {
          usage.lastUsedAt = performance.now();
        },
      });
      servers.set(principalId, { ...server, usage });
      return server;
    },
    sweep,
    close: async () => {
      const principals = [...servers.values()];
      servers.clear();
      await Promise.all(principals.map((each) => each.close()));
      // Closed last, because principals end their subscriptions over its connections.
      await common.close();
    },
  };
}

/** Divides the permitted number of running servers among the principals in use. */
function createAllowances({ modes, log, settings }: ServerState, servers: Map<string, OpenServer>) {
  const limits = settings.gateway.principals;
  const idleMs = ({ usage }: OpenServer): number => performance.now() - usage.lastUsedAt;
  const isInUse = (each: OpenServer): boolean => each.server.connectionCount > 0 || idleMs(each) < CONNECTING_MS;
  const free = (principalId: string): number => {
    const others = [...servers].filter(([id, each]) => id !== principalId && isInUse(each));
    return limits.maxServersOfAll - others.reduce((sum, [, { usage }]) => sum + usage.allowance, 0);
  };
  const wanted = (): number => Math.min(ownServers(modes.current.servers).length, limits.maxServersEach);
  const end = (principalId: string, { close }: OpenServer): void => {
    servers.delete(principalId);
    close().catch((error: unknown) => log.error('The servers of a principal could not be stopped', error));
  };
  const endOldest = (): boolean => {
    const idle = [...servers].filter(([, each]) => each.server.inFlight === 0 && idleMs(each) >= limits.idleMs);
    const [oldest] = idle.sort(([, one], [, other]) => idleMs(other) - idleMs(one));
    if (oldest !== undefined) end(...oldest);
    return oldest !== undefined;
  };
  return {
    wanted,
    /** Closes servers that no client uses. */
    sweep: (): void => {
      for (const [id, each] of servers)
        if (each.server.connectionCount === 0 && idleMs(each) >= EMPTY_MS) end(id, each);
    },
    /**
     * Stops other principals' idle servers until a principal may run its own; returns false if that does not free
     * enough room.
     */
    makeRoom: (principalId: string): boolean => {
      const known = servers.get(principalId);
      if (known !== undefined && isInUse(known)) return true;
      while (free(principalId) < wanted()) if (!endOldest()) return false;
      return true;
    },
    choose:
      (principalId: string, usage: Usage): GatewayOwner['chooseServers'] =>
      (entries) => {
        const own = ownServers(entries);
        usage.allowance = Math.max(0, Math.min(own.length, limits.maxServersEach, free(principalId)));
        if (usage.allowance < own.length)
          log.warning(
            `A principal gets only ${usage.allowance} of ${own.length} servers, because the limit on running servers has been reached.`,
          );
        return own.slice(0, usage.allowance);
      },
  };
}
