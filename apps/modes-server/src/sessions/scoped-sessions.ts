import { createHash } from 'node:crypto';
import { randomId, SessionError, type Sessions, type SessionsOptions } from '@modegate/session-store';
import type { ConnectionRef } from '../tool-context.ts';
import type { ConnectionScopes } from './connection-scopes.ts';

/**
 * Opens one principal's sessions. A session id contains a hash of its random part and its owner, so checking ownership
 * requires no store lookup and works in every process that shares the store; an id that belongs to another principal
 * looks like one that does not exist.
 */
export function openOwnerSessions(
  open: (options: Pick<SessionsOptions, 'createId' | 'owner'>) => Sessions,
  owner: string,
): Sessions {
  const createId = (prefix: 'ses_' | 'task_'): string => {
    const id = randomId(prefix);
    return prefix === 'ses_' ? `${id}.${ownerTag(id, owner)}` : id;
  };
  return scopeSessions(open({ createId, owner: ownerKey(owner) }), owner);
}

/** Returns a key that identifies the limits for an owner in the store without revealing the owner's name. */
function ownerKey(owner: string): string {
  return createHash('sha256').update(owner).digest('base64url').slice(0, 22);
}

/**
 * Maximum number of owners whose sessions are open; sessions of an owner that has been dropped are opened again when
 * needed.
 */
const MAX_OPEN = 1_000;

/** Returns a function that finds the sessions that a connection may use. */
export function createSessionLookup(
  open: (options: Pick<SessionsOptions, 'createId' | 'owner'>) => Sessions,
  all: Sessions,
  scopes: ConnectionScopes,
): (connection: ConnectionRef) => Sessions {
  const ofNobody = scopeSessions(all, undefined);
  const byOwner = new Map<string, Sessions>();
  return ({ connectionId }) => {
    const owner = scopes.of(connectionId).principal?.id;
    if (owner === undefined) return ofNobody;
    const own = byOwner.get(owner) ?? openOwnerSessions(open, owner);
    byOwner.delete(owner);
    byOwner.set(owner, own);
    const [oldest] = byOwner.keys();
    if (byOwner.size > MAX_OPEN && oldest !== undefined) byOwner.delete(oldest);
    return own;
  };
}

/** Restricts sessions to those of an owner; `undefined` selects sessions that have no principal. */
export function scopeSessions(sessions: Sessions, owner: string | undefined): Sessions {
  const isOwn = (id: string): boolean => typeof id !== 'string' || isSessionOf(id, owner);
  const own = (id: string): string => {
    if (isOwn(id)) return id;
    throw notFound(id);
  };
  return {
    create: async (input) => {
      if (input.parentSessionId !== undefined) own(input.parentSessionId);
      return sessions.create(input);
    },
    get: async (id) => sessions.get(own(id)),
    // Not an async function, because every call loads a session, and additional promises would only add cost.
    head: (id, options) => (isOwn(id) ? sessions.head(id, options) : Promise.reject(notFound(id))),
    peek: async (id) => sessions.peek(own(id)),
    activate: async (id) => sessions.activate(own(id)),
    switchMode: async (id, input) => sessions.switchMode(own(id), input),
    addMessage: async (id, input) => sessions.addMessage(own(id), input),
    recordDecision: (id, entry, known) =>
      isOwn(id) ? sessions.recordDecision(id, entry, known) : Promise.reject(notFound(id)),
    complete: async (id, input) => sessions.complete(own(id), input),
    hierarchy: async (id) => sessions.hierarchy(own(id)),
    destroy: async (id) => (isSessionOf(id, owner) ? sessions.destroy(id) : false),
    findByTask: async (taskId) => {
      const found = await sessions.findByTask(taskId);
      return found !== undefined && isSessionOf(found.id, owner) ? found : undefined;
    },
    list: async (query = {}) => {
      const isWanted = (id: string) => isSessionOf(id, owner) && (query.isWanted?.(id) ?? true);
      const page = await sessions.list({ ...query, isWanted });
      // Another store may ignore the condition.
      return { ...page, sessions: page.sessions.filter(({ id }) => isWanted(id)) };
    },
    sweep: sessions.sweep,
  };
}

/** True if a session id belongs to this owner. */
export function isSessionOf(sessionId: string, owner: string | undefined): boolean {
  const dot = sessionId.indexOf('.');
  if (owner === undefined) return dot === -1;
  return dot !== -1 && sessionId.slice(dot + 1) === ownerTag(sessionId.slice(0, dot), owner);
}

function notFound(id: string): SessionError {
  return new SessionError('SESSION_NOT_FOUND', { sessionId: id.slice(0, 256) });
}

function ownerTag(id: string, owner: string): string {
  return createHash('sha256').update(`${id}\n${owner}`).digest('base64url').slice(0, 22);
}
