import { createHash } from 'node:crypto';
import type { Value } from './statements/statement-parts.ts';

/** What other processes hear of. */
export type Announcement =
  /** A session has another mode or state, or was removed. The key is {@link sessionKey} of its id. */
  | { readonly kind: 'session'; readonly key: string }
  /** A shared text has changed. */
  | { readonly kind: 'text'; readonly key: string };

/** How one process tells the others. */
export type Announcer = ReturnType<typeof createAnnouncer>;

/** Announces on the channel that is called like the schema. */
export function createAnnouncer(channel: string, origin: string) {
  return {
    /** Tells what is announced by this process from what others announce. */
    origin,
    /** The expression that announces something when the transaction is committed. */
    announce: (value: Value, { kind, key }: Announcement) =>
      `pg_notify(${value(channel, 'text')}, ${value(`${origin} ${kind} ${key}`, 'text')})`,
  };
}

/** Reads what was announced; undefined for what this process announced itself, and for what it does not understand. */
export function readAnnouncement(payload: string, ownOrigin: string): Announcement | undefined {
  const [, origin, kind, key] = /^(\S+) (session|text) (.+)$/s.exec(payload) ?? [];
  if (key === undefined || origin === ownOrigin) return undefined;
  return { kind: kind === 'text' ? 'text' : 'session', key };
}

/** What a session is called in announcements. Its id is the right to use it, and every user of the database may listen. */
export function sessionKey(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url');
}
