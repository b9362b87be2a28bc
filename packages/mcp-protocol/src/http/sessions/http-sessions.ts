import { extend } from '@modegate/json';
import type { AuthenticatedPrincipal } from '../auth/authentication.ts';
import { checkQuota, type QuotaLimits } from '../auth/principal-quota.ts';
import type { HttpSession } from './http-session.ts';
import { ownedConnections } from './owned-connections.ts';

/** The owner of a session. A request with another path or principal cannot find the session. */
export interface SessionOwner {
  /** The path, which may determine the permissions of the client. */
  readonly path: string;
  /** The authenticated principal; undefined without authentication. */
  readonly principal: AuthenticatedPrincipal | undefined;
}

/** The sessions of an HTTP server, bounded in number. */
export type HttpSessions = ReturnType<typeof createHttpSessions>;

/** Limits for sessions, and the clock. */
export interface HttpSessionsOptions extends QuotaLimits {
  readonly sessionIdleMs: number;
  readonly sessionEndMs: number;
  readonly now: () => number;
}

interface Entry {
  /** The session; undefined while it is being opened. */
  readonly session: HttpSession | undefined;
  readonly path: string;
  /** The principal with the credential from the latest request, because a client may obtain a new credential. */
  principal: AuthenticatedPrincipal | undefined;
  usedAt: number;
}

/** Creates an empty set of sessions. */
export function createHttpSessions(options: HttpSessionsOptions) {
  const { sessionIdleMs, sessionEndMs, now } = options;
  const entries = new Map<string, Entry>();
  const opening = new Set<Entry>();
  const remove = ({ session }: Entry): void => {
    if (session !== undefined) entries.delete(session.id);
    void session?.connection.close();
  };
  const isIdleFor = ({ session, usedAt }: Entry, idleMs: number): boolean =>
    session?.connection.inFlight === 0 && session.streamCount === 0 && now() - usedAt >= idleMs;
  const quota = { ...options, isUnused: (entry: Entry) => isIdleFor(entry, sessionIdleMs) };
  const all = ownedConnections(entries, { connectionOf: ({ session }) => session?.connection, remove });
  return extend(all, {
    /** Finds a session of this owner and marks it as used. */
    find: (id: string, { path, principal }: SessionOwner) => {
      const entry = entries.get(id);
      if (entry === undefined || entry.path !== path || entry.principal?.id !== principal?.id) return undefined;
      entry.principal = principal;
      entry.usedAt = now();
      return entry.session;
    },
    /**
     * Reserves a slot for one more session for a principal. If necessary, ends the principal's session that has been
     * unused the longest, provided that it has been idle long enough. Call the returned function once the new session
     * has been added or has failed to open.
     */
    reserve: (principal: AuthenticatedPrincipal | undefined) => {
      const share = checkQuota([...entries.values(), ...opening], principal, quota);
      if (typeof share === 'string') return share;
      if (share.ends !== undefined) remove(share.ends);
      const reserved = { session: undefined, path: '', principal, usedAt: now() };
      opening.add(reserved);
      return () => void opening.delete(reserved);
    },
    add: (session: HttpSession, owner: SessionOwner) => {
      entries.set(session.id, { ...owner, session, usedAt: now() });
      void session.connection.closed.then(() => entries.delete(session.id));
    },
    /** Ends sessions that have been idle for longer than `sessionEndMs`. */
    endIdle: () => {
      for (const entry of entries.values()) if (isIdleFor(entry, sessionEndMs)) remove(entry);
    },
  });
}
