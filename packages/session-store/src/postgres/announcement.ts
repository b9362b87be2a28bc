import { createHash } from 'node:crypto';
import type { Value } from './statements/statement-parts.ts';

/** A change announced to other processes. */
export type Announcement =
  /** A session changed its mode or state, or was removed. The key is the {@link sessionKey} of its id. */
  | { readonly kind: 'session'; readonly key: string }
  /** A shared text has changed. */
  | { readonly kind: 'text'; readonly key: string };

/** Announces changes to other processes. */
export type Announcer = ReturnType<typeof createAnnouncer>;

/** Notifies on the channel named after the schema. */
export function createAnnouncer(channel: string, origin: string) {
  return {
    /** Identifies this process in announcements. */
    origin,
    /** An expression that notifies when the transaction commits. */
    announce: (value: Value, { kind, key }: Announcement) =>
      `pg_notify(${value(channel, 'text')}, ${value(`${origin} ${kind} ${key}`, 'text')})`,
  };
}

/** Reads an announcement; undefined if it comes from this process or is unknown. */
export function readAnnouncement(payload: string, ownOrigin: string): Announcement | undefined {
  const [, origin, kind, key] = /^(\S+) (session|text) (.+)$/s.exec(payload) ?? [];
  if (key === undefined || origin === ownOrigin) return undefined;
  return { kind: kind === 'text' ? 'text' : 'session', key };
}

/**
 * Name of a session in announcements. The session's id is not used, because it grants access to the session and every
 * user of the database may listen.
 */
export function sessionKey(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url');
}
