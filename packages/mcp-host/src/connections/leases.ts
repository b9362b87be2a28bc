import type { JsonObject } from './json-object.ts';
import { mergeCapabilities } from './merge-capabilities.ts';
import type { Schedule } from './schedule.ts';

/** One user of the connections. */
export interface Lease {
  /** Gives the connections back; of the last user, resolves when they have ended. May be called again. */
  readonly release: () => Promise<void>;
}

/** Who uses the connections now. */
export interface Leases {
  readonly acquire: (client: { readonly capabilities: JsonObject }) => Lease;
  /** What all users together declare. */
  readonly capabilities: () => JsonObject;
  readonly isUsed: () => boolean;
  /** Takes all leases back, without calling anybody. */
  readonly close: () => void;
}

/** What {@link createLeases} tells. */
export interface LeasesOptions {
  readonly idleStopMs: number;
  readonly schedule: Schedule;
  /** There is a user now, and there was none. */
  readonly onUsed: () => void;
  /** There has been no user for `idleStopMs`. */
  readonly onUnused: () => Promise<void>;
}

/** Starts without a user. */
export function createLeases({ idleStopMs, schedule, onUsed, onUnused }: LeasesOptions): Leases {
  const clients = new Map<Lease, JsonObject>();
  let cancelStop: (() => void) | undefined;
  let isRunning = false;
  const keepRunning = () => {
    cancelStop?.();
    cancelStop = undefined;
    if (isRunning) return;
    isRunning = true;
    onUsed();
  };
  const stop = (): Promise<void> => {
    isRunning = false;
    cancelStop = undefined;
    return onUnused();
  };
  const stopLater = () => {
    cancelStop = schedule(() => void stop(), idleStopMs);
  };
  return {
    acquire({ capabilities }) {
      const lease: Lease = {
        async release() {
          if (!clients.delete(lease) || clients.size > 0) return;
          if (idleStopMs > 0) stopLater();
          else await stop();
        },
      };
      clients.set(lease, capabilities);
      keepRunning();
      return lease;
    },
    capabilities: () => mergeCapabilities([...clients.values()]),
    isUsed: () => isRunning,
    close() {
      clients.clear();
      cancelStop?.();
      isRunning = false;
    },
  };
}
