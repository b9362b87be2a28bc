import type { Instance, Instances } from '@modegate/session-store/postgres';

/** Which instances run, and where. */
export interface InstanceDirectory {
  /** Says that this instance is to be found at an address, from now on and until {@link stop}. Rejects when the store cannot be written. */
  readonly start: (address: string) => Promise<void>;
  /** Where an instance is; undefined for one that has ended. Rejects when that cannot be known now. */
  readonly find: (id: string) => Promise<string | undefined>;
  /** Says that this instance ends. Never rejects. */
  readonly stop: () => Promise<void>;
}

/** What {@link createInstanceDirectory} needs. */
export interface InstanceDirectoryOptions {
  readonly id: string;
  readonly instances: Omit<Instances, 'secret'>;
  /** Milliseconds that only grow, whatever happens to the clock of the machine. Default `performance.now`. */
  readonly now?: () => number;
  /** Called when another instance has ended. */
  readonly onGone: (id: string) => void;
  readonly onError: (error: unknown) => void;
}

/** How often an instance says that it runs. */
const BEAT_MS = 1_000;

/** An instance that has said nothing for this time has ended. */
export const LEASE_MS = 6_000;

/** What is left of it is removed after this time. */
const FORGET_MS = 60_000;

/** How often an unknown instance is looked for at most. */
const LOOK_MS = 200;

interface Seen {
  readonly address: string;
  readonly beat: string;
  readonly since: number;
  readonly hasEnded: boolean;
}

/**
 * Keeps track of the instances by a number in the store that each of them counts up. An instance runs as long as its number grows within a time that is
 * measured here, so that neither the clocks of machines nor that of the database matter.
 */
export function createInstanceDirectory(options: InstanceDirectoryOptions): InstanceDirectory {
  const { id: ownId, instances, now = () => performance.now(), onGone, onError } = options;
  const seen = new Map<string, Seen>();
  let readAt = now();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let nextLook: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const end = (id: string, instance: Seen): void => {
    if (instance.hasEnded) return;
    seen.set(id, { ...instance, hasEnded: true });
    onGone(id);
  };
  const observe = (found: readonly Instance[]): void => {
    const at = now();
    // While the store could not be read, no instance could be seen.
    const wasDeaf = at - readAt > LEASE_MS / 2;
    readAt = at;
    for (const { id, address, beat } of found) {
      const known = seen.get(id);
      if (known?.beat !== beat) seen.set(id, { address, beat, since: at, hasEnded: false });
      else if (wasDeaf) seen.set(id, { ...known, since: at });
      else if (at - known.since > LEASE_MS) end(id, known);
    }
    const ids = new Set(found.map(({ id }) => id));
    for (const [id, instance] of seen) {
      if (!ids.has(id)) {
        end(id, instance);
        seen.delete(id);
      } else if (id !== ownId && at - instance.since > FORGET_MS) {
        instances.remove(id, instance.beat).catch(onError);
      }
    }
  };
  // What has begun already may have missed what is looked for.
  const look = (): Promise<void> => {
    nextLook ??= pauseUntil(lookedAt + LOOK_MS).then(async () => {
      nextLook = undefined;
      lookedAt = now();
      observe(await instances.all());
    });
    return nextLook;
  };
  const pauseUntil = async (at: number): Promise<void> => {
    if (at > now()) await new Promise((resolve) => setTimeout(resolve, at - now()));
  };
  return {
    start: async (address) => {
      observe(await instances.beat(ownId, address));
      let isBeating = false;
      timer = setInterval(() => {
        if (isBeating) return;
        isBeating = true;
        instances
          .beat(ownId, address)
          .then(observe, onError)
          .finally(() => {
            isBeating = false;
          });
      }, BEAT_MS);
      timer.unref();
    },
    find: async (id) => {
      if (!seen.has(id)) await look();
      const instance = seen.get(id);
      return instance === undefined || instance.hasEnded ? undefined : instance.address;
    },
    stop: async () => {
      clearInterval(timer);
      await instances.remove(ownId).catch(onError);
    },
  };
}
