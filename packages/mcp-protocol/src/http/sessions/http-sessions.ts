import type { Principal } from '../auth/authentication.ts';
import { checkQuota, type QuotaExceeded, type QuotaItem, type QuotaLimits } from '../auth/principal-quota.ts';
import type { HttpSession } from './http-session.ts';

/** Whose a session is, and where it was opened; requests that differ in either do not find it. */
export interface SessionOwner {
  /** A path may stand for what the client is allowed to do. */
  readonly path: string;
  /** Undefined where none is asked for. */
  readonly principal: Principal | undefined;
}

/** The sessions of an HTTP server, bounded in number. */
export interface HttpSessions {
  readonly size: number;
  /** Finds a session of this owner and notes that it was used. */
  find(id: string, owner: SessionOwner): HttpSession | undefined;
  /**
   * Takes room for one more of a principal, ending its own that was unused for longest if it has been idle long enough.
   * To be released once the session is added, or is not to be.
   */
  reserve(principal: Principal | undefined): (() => void) | QuotaExceeded;
  add(session: HttpSession, owner: SessionOwner): void;
  /** Ends the sessions that were not used for too long. */
  endIdle(): void;
  /** Ends the sessions that were last used with such a credential. */
  endWhere(isEnded: (principal: Principal) => boolean): void;
  /** Resolves once no session has a request in flight. */
  idle(): Promise<void>;
  closeAll(): Promise<void>;
}

interface Entry {
  readonly session: HttpSession;
  /** With the credential of its latest request: a client may get itself a new one. */
  owner: SessionOwner;
  usedAt: number;
}

/** Creates an empty set of sessions. */
export function createHttpSessions(
  options: QuotaLimits & {
    readonly sessionIdleMs: number;
    readonly sessionEndMs: number;
    readonly now: () => number;
  },
): HttpSessions {
  const { sessionIdleMs, sessionEndMs, now } = options;
  const entries = new Map<string, Entry>();
  const opening = new Set<QuotaItem>();
  const remove = (entry: Entry): void => {
    entries.delete(entry.session.id);
    void entry.session.connection.close();
  };
  const isUnused = ({ session, usedAt }: Entry, idleMs: number): boolean =>
    session.connection.inFlight === 0 && session.streamCount === 0 && now() - usedAt >= idleMs;
  const held = (): readonly (QuotaItem & { readonly entry?: Entry })[] => [
    ...[...entries.values()].map((entry) => ({
      entry,
      principal: entry.owner.principal,
      usedAt: entry.usedAt,
      isUnused: isUnused(entry, sessionIdleMs),
    })),
    ...opening,
  ];
  return {
    get size() {
      return entries.size;
    },
    find: (id, owner) => {
      const entry = entries.get(id);
      if (entry === undefined || !isSamePlace(entry.owner, owner)) return undefined;
      entry.owner = owner;
      entry.usedAt = now();
      return entry.session;
    },
    reserve: (principal) => {
      const share = checkQuota(held(), principal, options);
      if (typeof share === 'string') return share;
      if (share.ends?.entry !== undefined) remove(share.ends.entry);
      const taken = { principal, usedAt: now(), isUnused: false };
      opening.add(taken);
      return () => void opening.delete(taken);
    },
    add: (session, owner) => {
      entries.set(session.id, { session, owner, usedAt: now() });
      void session.connection.closed.then(() => entries.delete(session.id));
    },
    endIdle: () => {
      for (const entry of entries.values()) if (isUnused(entry, sessionEndMs)) remove(entry);
    },
    endWhere: (isEnded) => {
      for (const entry of entries.values())
        if (entry.owner.principal !== undefined && isEnded(entry.owner.principal)) remove(entry);
    },
    idle: async () => {
      await Promise.all([...entries.values()].map(({ session }) => session.connection.idle()));
    },
    closeAll: async () => {
      await Promise.all([...entries.values()].map((entry) => entry.session.connection.close()));
    },
  };
}

function isSamePlace(one: SessionOwner, other: SessionOwner): boolean {
  return one.path === other.path && one.principal?.id === other.principal?.id;
}
