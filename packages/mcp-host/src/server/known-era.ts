import type { ServerEntry, ValidServerEntry } from '@modegate/server-config';
import type { Era } from '../eras/protocol-versions.ts';

/** What is known of how a server speaks: of this run, and of former ones. */
export interface KnownEra {
  /** How it is believed to speak; undefined when it is to be asked. */
  readonly known: () => Era | undefined;
  /** It has ended when it was asked. */
  readonly assumeLegacy: () => void;
  /** It speaks so. */
  readonly found: (era: Era) => void;
  /** A start failed that believed so. */
  readonly failed: (believed: Era | undefined) => void;
}

/** Remembers over runs which servers are not to be asked how they speak. */
export interface LegacyServers {
  readonly has: (entry: ValidServerEntry) => boolean;
  /** Called after each start that worked. Does not throw. */
  readonly keep: (entry: ValidServerEntry, isLegacy: boolean) => void;
}

/** Remembers nothing over runs. */
export const NO_LEGACY_SERVERS: LegacyServers = { has: () => false, keep: () => undefined };

/**
 * Begins with what former runs found out. A legacy server is not asked again for as long as it is remembered: the question costs it a message and
 * its answer, one on the network a way there and back, and some two seconds or a second start.
 */
export function createKnownEra(entry: ServerEntry, legacyServers: LegacyServers): KnownEra {
  const isRemembered = entry.state === 'valid' && legacyServers.has(entry);
  // HTTP+SSE is the transport of 2024-11-05.
  const isOldTransport = entry.state === 'valid' && entry.config.type === 'sse';
  let era: Era | undefined = isRemembered || isOldTransport ? 'legacy' : undefined;
  return {
    known: () => era,
    assumeLegacy: () => {
      era = 'legacy';
    },
    found: (found) => {
      era = found;
      if (entry.state === 'valid') legacyServers.keep(entry, found === 'legacy');
    },
    failed: (believed) => {
      // What was believed may be why.
      if (believed === 'legacy') era = undefined;
    },
  };
}
