import type { ServerEntry, ValidServerEntry } from '@modegate/server-config';
import type { ProtocolRevision, RevisionSource } from '../revisions/protocol-revision.ts';

/** How a link is opened. */
export interface ChosenRevision {
  /** Undefined when the server is to be asked. */
  readonly revision: ProtocolRevision | undefined;
  /** Who decides on it, where it is not the server. */
  readonly revisionSource: RevisionSource | undefined;
}

/** What is known of how a server speaks: of this run, and of former ones. */
export interface CachedRevision {
  /** How the next link is opened. */
  readonly next: () => ChosenRevision;
  /** Whether the latest link was opened in another way than its clients want now. */
  readonly needsRestart: () => boolean;
  /** It has ended when it was asked. */
  readonly assumeLegacy: () => void;
  /** The latest link speaks so. */
  readonly found: (revision: ProtocolRevision) => void;
  /** The latest link could not be opened. */
  readonly failed: () => void;
}

/** Remembers over runs which servers are not to be asked how they speak. */
export interface SessionBasedServers {
  readonly has: (entry: ValidServerEntry) => boolean;
  /** Called after each start that worked and in which the server decided. Does not throw. */
  readonly keep: (entry: ValidServerEntry, isLegacy: boolean) => void;
}

/** Remembers nothing over runs. */
export const NO_SESSION_BASED_SERVERS: SessionBasedServers = { has: () => false, keep: () => undefined };

/** What is asked before a link is opened. */
export interface CachedRevisionOptions {
  readonly sessionBasedServers: SessionBasedServers;
  /** Whether a client with a session is there that can be asked something. */
  readonly wantsSession: () => boolean;
}

/**
 * Begins with what former runs found out. A legacy server is not asked again for as long as it is remembered: the question costs it a message and
 * its answer, one on the network a way there and back, and some two seconds or a second start. One that may speak both is begun with in the revision in
 * which its questions reach the clients.
 */
export function createCachedRevision(
  entry: ServerEntry,
  { sessionBasedServers, wantsSession }: CachedRevisionOptions,
): CachedRevision {
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
    next: () => {
      latest = choose();
      return latest;
    },
    needsRestart: () => latest.revisionSource !== 'clients' && choose().revisionSource === 'clients',
    assumeLegacy: () => {
      only = 'legacy';
    },
    found: (revision) => {
      isWishInVain = false;
      if (latest.revisionSource === 'entry') return;
      // It has refused the other one, or cannot ask anything in it.
      if (revision === 'modern' && latest.revision === 'legacy') only = 'modern';
      // Nobody has asked it for the other one.
      if (latest.revisionSource === 'clients') return;
      if (revision === 'legacy') only = 'legacy';
      answered = revision;
      if (entry.state === 'valid') sessionBasedServers.keep(entry, revision === 'legacy');
    },
    failed: () => {
      // What was believed may be why. A wish is tried every other time, so that a server which hangs at it can be used.
      if (latest.revision === 'legacy') only = undefined;
      isWishInVain = latest.revisionSource === 'clients';
    },
  };
}
