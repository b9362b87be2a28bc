import type { Awaitable, Store } from '@modegate/session-store';

/** A store whose process dies: from the n-th write on, every call throws until `revive`. */
export function createFailingStore(store: Store): {
  readonly store: Store;
  readonly dieAtWrite: (n: number) => void;
  readonly revive: () => boolean;
} {
  let writesLeft = Number.POSITIVE_INFINITY;
  let isDead = false;

  function alive<A extends readonly unknown[], R>(call: (...args: A) => Awaitable<R>, isWrite: boolean) {
    return async (...args: A): Promise<R> => {
      if (isWrite && !isDead) {
        writesLeft -= 1;
        isDead = writesLeft <= 0;
      }
      if (isDead) throw new Error('the process died');
      return call(...args);
    };
  }

  return {
    store: {
      insert: alive(store.insert, true),
      head: alive(store.head, false),
      get: alive(store.get, false),
      touch: alive(store.touch, true),
      replace: alive(store.replace, true),
      remove: alive(store.remove, true),
      tombstone: alive(store.tombstone, false),
      forgetTombstones: alive(store.forgetTombstones, true),
      claimSweep: alive(store.claimSweep, true),
      list: alive(store.list, false),
      count: alive(store.count, false),
    },
    dieAtWrite: (n) => {
      writesLeft = n;
    },
    revive: () => {
      const hasDied = isDead;
      isDead = false;
      writesLeft = Number.POSITIVE_INFINITY;
      return hasDied;
    },
  };
}
