import type { HttpSession } from './http-session.ts';

/** The sessions of an HTTP server, bounded in number. */
export interface HttpSessions {
  readonly size: number;
  /** Finds a session of this path and notes that it was used. */
  find(id: string, path: string): HttpSession | undefined;
  /** Makes room for one more, ending the session unused for longest if it has been idle long enough; false if there is none. */
  makeRoom(): boolean;
  add(session: HttpSession, path: string): void;
  closeAll(): Promise<void>;
}

interface Entry {
  readonly session: HttpSession;
  readonly path: string;
  usedAt: number;
}

/** Creates an empty set of sessions. */
export function createHttpSessions(options: {
  readonly maxSessions: number;
  readonly sessionIdleMs: number;
  readonly now: () => number;
}): HttpSessions {
  const { maxSessions, sessionIdleMs, now } = options;
  const entries = new Map<string, Entry>();
  const remove = (entry: Entry): void => {
    entries.delete(entry.session.id);
    void entry.session.connection.close();
  };
  return {
    get size() {
      return entries.size;
    },
    // A session belongs to the path that opened it: a path may stand for what the client is allowed to do.
    find: (id, path) => {
      const entry = entries.get(id);
      if (entry === undefined || entry.path !== path) return undefined;
      entry.usedAt = now();
      return entry.session;
    },
    makeRoom: () => {
      if (entries.size < maxSessions) return true;
      const idle = [...entries.values()].filter(
        (entry) => entry.session.connection.inFlight === 0 && now() - entry.usedAt >= sessionIdleMs,
      );
      const oldest = idle.sort((left, right) => left.usedAt - right.usedAt)[0];
      if (oldest === undefined) return false;
      remove(oldest);
      return true;
    },
    add: (session, path) => {
      entries.set(session.id, { session, path, usedAt: now() });
      void session.connection.closed.then(() => entries.delete(session.id));
    },
    closeAll: async () => {
      await Promise.all([...entries.values()].map((entry) => entry.session.connection.close()));
    },
  };
}
