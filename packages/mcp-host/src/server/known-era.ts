import type { ServerEntry, ValidServerEntry } from '@modegate/server-config';
import type { Era, EraFrom } from '../eras/protocol-versions.ts';

/** How a link is opened. */
export interface SpokenEra {
  /** Undefined when the server is to be asked. */
  readonly era: Era | undefined;
  /** Who decides on it, where it is not the server. */
  readonly eraFrom: EraFrom | undefined;
}

/** What is known of how a server speaks: of this run, and of former ones. */
export interface KnownEra {
  /** How the next link is opened. */
  readonly next: () => SpokenEra;
  /** Whether the latest link was opened in another way than its clients want now. */
  readonly isUnwanted: () => boolean;
  /** It has ended when it was asked. */
  readonly assumeLegacy: () => void;
  /** The latest link speaks so. */
  readonly found: (era: Era) => void;
  /** The latest link could not be opened. */
  readonly failed: () => void;
}

/** Remembers over runs which servers are not to be asked how they speak. */
export interface LegacyServers {
  readonly has: (entry: ValidServerEntry) => boolean;
  /** Called after each start that worked and in which the server decided. Does not throw. */
  readonly keep: (entry: ValidServerEntry, isLegacy: boolean) => void;
}

/** Remembers nothing over runs. */
export const NO_LEGACY_SERVERS: LegacyServers = { has: () => false, keep: () => undefined };

/** What is asked before a link is opened. */
export interface KnownEraOptions {
  readonly legacyServers: LegacyServers;
  /** Whether a client with a session is there that can be asked something. */
  readonly wantsLegacy: () => boolean;
}

/**
 * Begins with what former runs found out. A legacy server is not asked again for as long as it is remembered: the question costs it a message and
 * its answer, one on the network a way there and back, and some two seconds or a second start. One that may speak both is begun with in the era in
 * which its questions reach the clients.
 */
export function createKnownEra(entry: ServerEntry, { legacyServers, wantsLegacy }: KnownEraOptions): KnownEra {
  const config = entry.state === 'valid' ? entry.config : undefined;
  const isRemembered = entry.state === 'valid' && legacyServers.has(entry);
  // HTTP+SSE is the transport of 2024-11-05.
  let only: Era | undefined = isRemembered || config?.type === 'sse' ? 'legacy' : undefined;
  let answered: Era | undefined;
  let isWishInVain = false;
  const choose = (): SpokenEra => {
    if (config?.era !== undefined) return { era: config.era, eraFrom: 'entry' };
    if (only === undefined && wantsLegacy() && !isWishInVain) return { era: 'legacy', eraFrom: 'clients' };
    return { era: only ?? answered, eraFrom: undefined };
  };
  let latest = choose();
  return {
    next: () => {
      latest = choose();
      return latest;
    },
    isUnwanted: () => latest.eraFrom !== 'clients' && choose().eraFrom === 'clients',
    assumeLegacy: () => {
      only = 'legacy';
    },
    found: (era) => {
      isWishInVain = false;
      if (latest.eraFrom === 'entry') return;
      // It has refused the other one, or cannot ask anything in it.
      if (era === 'modern' && latest.era === 'legacy') only = 'modern';
      // Nobody has asked it for the other one.
      if (latest.eraFrom === 'clients') return;
      if (era === 'legacy') only = 'legacy';
      answered = era;
      if (entry.state === 'valid') legacyServers.keep(entry, era === 'legacy');
    },
    failed: () => {
      // What was believed may be why. A wish is tried every other time, so that a server which hangs at it can be used.
      if (latest.era === 'legacy') only = undefined;
      isWishInVain = latest.eraFrom === 'clients';
    },
  };
}
