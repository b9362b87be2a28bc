import { mayUseMode, type Principal } from '@modegate/principals';

/** Restrictions on a connection that follow from its path and credential. */
export interface ConnectionScope {
  /** Mode fixed by the path `/mcp/<mode>`. */
  readonly mode?: string | undefined;
  /** The client's principal; undefined if authentication is disabled. */
  readonly principal?: Pick<Principal, 'id' | 'modes'> | undefined;
}

/**
 * Scopes of connections. Over HTTP, every connection has a scope; on stdio, no connection has a scope, and only the
 * settings restrict it.
 */
export type ConnectionScopes = ReturnType<typeof createConnectionScopes>;

const unconfined: ConnectionScope = {};
const gone: ConnectionScope = { principal: { id: `nobody ${crypto.randomUUID()}`, modes: [] } };

/** Creates an empty table of scopes. */
export function createConnectionScopes() {
  const scopes = new Map<string, ConnectionScope>();
  let areKept = false;
  return {
    /**
     * Returns a connection's scope. If connections have scopes, a connection without one may not do anything, because a
     * call may outlive its connection.
     */
    of: (connectionId: string): ConnectionScope => scopes.get(connectionId) ?? (areKept ? gone : unconfined),
    /** Returns the principal of a connection; undefined if the connection has none or has ended. */
    principalOf: (connectionId: string): string | undefined => scopes.get(connectionId)?.principal?.id,
    /** Sets a connection's scope; must be called before the connection is opened. */
    set: (connectionId: string, scope: ConnectionScope): void => {
      areKept = true;
      scopes.set(connectionId, scope);
    },
    forget: (connectionId: string): void => void scopes.delete(connectionId),
  };
}

/** True if a scope's principal may use a mode; if there is no principal, every mode may be used. */
export function isOpenMode({ principal }: ConnectionScope, slug: string): boolean {
  return principal === undefined || mayUseMode(principal, slug);
}
