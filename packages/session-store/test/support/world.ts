import {
  createMemoryStore,
  createSessions,
  type IdPrefix,
  type Sessions,
  type SessionsOptions,
  type Store,
} from '@modegate/session-store';

export interface World {
  readonly sessions: Sessions;
  readonly store: Store;
  readonly now: () => number;
  readonly pass: (ms: number) => void;
}

/** Sessions over a memory store with a clock that the test moves and ids that count up; an unused session lasts 1 000 ms. */
export function createWorld(options: Partial<SessionsOptions> = {}): World {
  const store = options.store ?? createMemoryStore();
  let now = 1_000_000;
  let ids = 0;
  const createId = (prefix: IdPrefix) => {
    ids += 1;
    return `${prefix}${String(ids).padStart(6, '0')}`;
  };
  const sessions = createSessions({ clock: () => now, createId, ttlMs: 1_000, ...options, store });
  return {
    sessions,
    store,
    now: () => now,
    pass: (ms) => {
      now += ms;
    },
  };
}
