import { createHash } from 'node:crypto';
import type { Value } from './statements/statement-parts.ts';

/** A change announced to other processes. */
export type Announcement =
  /**
   * A session's mode or state has changed, or the session was removed. The key is the {@link sessionKey} of the
   * session's id.
   */
  | { readonly kind: 'session'; readonly key: string }
  /** A shared text has changed. */
  | { readonly kind: 'text'; readonly key: string };

/** Type of an object that announces changes to other processes. */
export type Announcer = ReturnType<typeof createAnnouncer>;

/** Creates an announcer that sends notifications on the channel named after the schema. */
export function createAnnouncer(channel: string, origin: string) {
  return {
    /** Identifies this process in announcements. */
    origin,
    /** Creates an expression that sends a notification when the transaction commits. */
    announce: (value: Value, { kind, key }: Announcement) =>
      `pg_notify(${value(channel, 'text')}, ${value(`${origin} ${kind} ${key}`, 'text')})`,
  };
}

/** Reads an announcement; returns undefined if the announcement comes from this process or has an unknown form. */
export function readAnnouncement(payload: string, ownOrigin: string): Announcement | undefined {
  const [, origin, kind, key] = /^(\S+) (session|text) (.+)$/s.exec(payload) ?? [];
  if (key === undefined || origin === ownOrigin) return undefined;
  return { kind: kind === 'text' ? 'text' : 'session', key };
}

/**
 * Returns the name by which announcements refer to a session. The session's id is not used, because it grants access to
 * the session and every user of the database may listen.
 */
export function sessionKey(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url');
}
