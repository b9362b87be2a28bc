import type { ServerEntry, ValidServerEntry } from '@modegate/server-config';
import type { Era } from '../eras/protocol-versions.ts';

/** What is known of how a server speaks: of this run, and of former ones where that spares something. */
export interface KnownEra {
  /** How it is believed to speak; undefined when it is to be asked. */
  readonly known: () => Era | undefined;
  /** It has ended when it was asked. */
  readonly assumeLegacy: () => void;
  /** It speaks so; a costly question is one that it ignored or ended by. */
  readonly found: (era: Era, how: { readonly isProbeCostly: boolean }) => void;
  /** A start failed that believed so. */
  readonly failed: (believed: Era | undefined) => void;
}

/** Remembers over runs which servers are not to be asked how they speak. */
export interface LegacyServers {
  readonly has: (entry: ValidServerEntry) => boolean;
  /** Called after each start that worked, with whether the next one is better off without the question. Does not throw. */
  readonly keep: (entry: ValidServerEntry, isLegacy: boolean) => void;
}

/** Remembers nothing over runs. */
export const NO_LEGACY_SERVERS: LegacyServers = { has: () => false, keep: () => undefined };

/**
 * Begins with what former runs found out. A server that answers the question with an error costs one message and is asked in every run, so that
 * a new version of it is noticed; only one that costs more is remembered: one that ignores the question or ends by it, and one on the network.
 */
export function createKnownEra(entry: ServerEntry, legacyServers: LegacyServers): KnownEra {
  const isRemembered = entry.state === 'valid' && legacyServers.has(entry);
  // HTTP+SSE is the transport of 2024-11-05.
  const isOldTransport = entry.state === 'valid' && entry.config.type === 'sse';
  let era: Era | undefined = isRemembered || isOldTransport ? 'legacy' : undefined;
  let isCostly = isRemembered || (entry.state === 'valid' && entry.config.type !== 'stdio');
  return {
    known: () => era,
    assumeLegacy: () => {
      era = 'legacy';
    },
    found: (found, { isProbeCostly }) => {
      isCostly ||= isProbeCostly;
      era = found;
      if (entry.state === 'valid') legacyServers.keep(entry, found === 'legacy' && isCostly);
    },
    failed: (believed) => {
      // What was believed may be why.
      if (believed === 'legacy') era = undefined;
    },
  };
}
