import type { Instance, Instances } from '@modegate/session-store/postgres';

/** Options for {@link createInstanceDirectory}. */
export interface InstanceDirectoryOptions {
  readonly id: string;
  readonly instances: Omit<Instances, 'secret'>;
  /** Milliseconds on a monotonic clock. Default `performance.now`. */
  readonly now?: () => number;
  /** Called when another instance has ended. */
  readonly onGone: (id: string) => void;
  readonly onError: (error: unknown) => void;
}

/** Interval between two increments of this instance's counter. */
const BEAT_MS = 1_000;

/** An instance is considered to have ended if its counter has not increased for this long. */
export const INSTANCE_TIMEOUT_MS = 6_000;

/** Records of instances that have ended are deleted after this time. */
const FORGET_MS = 60_000;

/** Minimum interval between two searches for an unknown instance. */
const MIN_REFRESH_MS = 200;

interface KnownInstance {
  readonly address: string;
  readonly beat: string;
  readonly since: number;
  readonly hasEnded: boolean;
}

/**
 * Tracks instances by a counter that each instance increments in the store. An instance is considered running while its
 * counter increases within a locally measured time limit, so the clocks of other machines and the database do not
 * matter.
 */
export function createInstanceDirectory(options: InstanceDirectoryOptions) {
  const { id: ownId, instances, now = () => performance.now(), onError } = options;
  const table = createInstanceTable(options, now);
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let nextRefresh: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  // A refresh that is already running may have missed the instance.
  const refresh = (): Promise<void> => {
    const waitMs = Math.max(0, refreshedAt + MIN_REFRESH_MS - now());
    nextRefresh ??= pause(waitMs).then(async () => {
      nextRefresh = undefined;
      refreshedAt = now();
      table.observe(await instances.all());
    });
    return nextRefresh;
  };
  return {
    /** Announces this instance at an address until {@link stop} is called. Rejects if the store cannot be written to. */
    start: async (address: string): Promise<void> => {
      table.observe(await instances.beat(ownId, address));
      let isBeating = false;
      timer = setInterval(() => {
        if (isBeating) return;
        isBeating = true;
        instances
          .beat(ownId, address)
          .then(table.observe, onError)
          .finally(() => {
            isBeating = false;
          });
      }, BEAT_MS);
      timer.unref();
    },
    /** Returns the address of an instance; undefined if it has ended. Rejects if the store cannot be read. */
    find: async (id: string): Promise<string | undefined> => {
      if (!table.has(id)) await refresh();
      return table.addressOf(id);
    },
    /** Announces that this instance is ending. Never rejects. */
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await instances.remove(ownId).catch(onError);
    },
  };
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Records when the counter of each instance last increased. */
function createInstanceTable({ id: ownId, instances, onGone, onError }: InstanceDirectoryOptions, now: () => number) {
  const known = new Map<string, KnownInstance>();
  let readAt = now();
  const end = (id: string, instance: KnownInstance): void => {
    if (instance.hasEnded) return;
    known.set(id, { ...instance, hasEnded: true });
    onGone(id);
  };
  return {
    has: (id: string): boolean => known.has(id),
    /** Returns the address of an instance; undefined if it has ended. */
    addressOf: (id: string): string | undefined => {
      const instance = known.get(id);
      return instance?.hasEnded === false ? instance.address : undefined;
    },
    observe: (found: readonly Instance[]): void => {
      const at = now();
      // While contact with the store was lost, no counter increase could be observed.
      const hadNoContact = at - readAt > INSTANCE_TIMEOUT_MS / 2;
      readAt = at;
      for (const { id, address, beat } of found) {
        const before = known.get(id);
        if (before?.beat !== beat) known.set(id, { address, beat, since: at, hasEnded: false });
        else if (hadNoContact) known.set(id, { ...before, since: at });
        else if (at - before.since > INSTANCE_TIMEOUT_MS) end(id, before);
      }
      const ids = new Set(found.map(({ id }) => id));
      for (const [id, instance] of known) {
        if (!ids.has(id)) {
          end(id, instance);
          known.delete(id);
        } else if (id !== ownId && at - instance.since > FORGET_MS) {
          instances.remove(id, instance.beat).catch(onError);
        }
      }
    },
  };
}
