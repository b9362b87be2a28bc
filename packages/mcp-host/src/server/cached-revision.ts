import type { ServerEntry, ValidServerEntry } from '@modegate/server-config';
import type { ProtocolRevision, RevisionSource } from '../revisions/protocol-revision.ts';

/** The revision for the next link. */
export interface ChosenRevision {
  /** The revision to use; undefined to probe the server. */
  readonly revision: ProtocolRevision | undefined;
  /** The party that chose the revision, unless it was the server. */
  readonly revisionSource: RevisionSource | undefined;
}

/** Knowledge about the revision of a server, gathered in this run and earlier runs. */
export type CachedRevision = ReturnType<typeof createCachedRevision>;

/** Remembers, across runs, which servers use sessions and therefore need no probe. */
export interface SessionBasedServers {
  readonly has: (entry: ValidServerEntry) => boolean;
  /** Called after each successful start for which the server determined the revision. Does not throw. */
  readonly keep: (entry: ValidServerEntry, isLegacy: boolean) => void;
}

/** Remembers nothing across runs. */
export const NO_SESSION_BASED_SERVERS: SessionBasedServers = { has: () => false, keep: () => undefined };

/** Options of {@link createCachedRevision}. */
export interface CachedRevisionOptions {
  readonly sessionBasedServers: SessionBasedServers;
  /** True if a client with a session can answer requests from servers. */
  readonly wantsSession: () => boolean;
}

/**
 * Creates the cached revision from the knowledge gathered in earlier runs. A server known to use sessions is not
 * probed, because a probe costs a message and a reply; over the network, a round trip; and with some servers, two
 * seconds or a second start. A server that may support both revisions starts with the revision in which its requests
 * reach the clients.
 */
export function createCachedRevision(entry: ServerEntry, { sessionBasedServers, wantsSession }: CachedRevisionOptions) {
  const config = entry.state === 'valid' ? entry.config : undefined;
  const isRemembered = entry.state === 'valid' && sessionBasedServers.has(entry);
  // HTTP+SSE is the transport of 2024-11-05.
  let only: ProtocolRevision | undefined = isRemembered || config?.type === 'sse' ? 'legacy' : undefined;
  let answered: ProtocolRevision | undefined;
  let isWishInVain = false;
  const choose = (): ChosenRevision => {
    if (config?.era !== undefined) return { revision: config.era, revisionSource: 'entry' };
    if (only === undefined && wantsSession() && !isWishInVain) return { revision: 'legacy', revisionSource: 'clients' };
    return { revision: only ?? answered, revisionSource: undefined };
  };
  let latest = choose();
  return {
    /** The revision for the next link. */
    next: () => {
      latest = choose();
      return latest;
    },
    /** True if clients now want a different revision from the one that the latest link uses. */
    needsRestart: () => latest.revisionSource !== 'clients' && choose().revisionSource === 'clients',
    /** Called when the server ended during the probe. */
    assumeLegacy: () => {
      only = 'legacy';
    },
    /** Called with the revision of the latest link. */
    found: (revision: ProtocolRevision) => {
      isWishInVain = false;
      if (latest.revisionSource === 'entry') return;
      // The server rejected the other revision, or cannot send requests in that revision.
      if (revision === 'modern' && latest.revision === 'legacy') only = 'modern';
      // The server was not probed for the other revision.
      if (latest.revisionSource === 'clients') return;
      if (revision === 'legacy') only = 'legacy';
      answered = revision;
      if (entry.state === 'valid') sessionBasedServers.keep(entry, revision === 'legacy');
    },
    /** Called when the latest link could not be opened. */
    failed: () => {
      // The assumption may be the cause of the failure. A client's preference is honoured only every other time, so
      // that a server that hangs because of that preference remains usable.
      if (latest.revision === 'legacy') only = undefined;
      isWishInVain = latest.revisionSource === 'clients';
    },
  };
}
