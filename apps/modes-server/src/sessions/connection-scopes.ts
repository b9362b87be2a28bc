import { mayUseMode, type Principal } from '@modegate/principals';

/** Restrictions of a connection due to the way it was opened. */
export interface ConnectionScope {
  /** The only mode of the connection, as fixed by the path `/mcp/<mode>`. */
  readonly mode?: string | undefined;
  /** Absent without authentication. */
  readonly principal?: Pick<Principal, 'id' | 'modes'> | undefined;
}

/**
 * Scopes of connections. Over HTTP every connection has one; on stdio none has, and only the settings restrict a
 * connection.
 */
export interface ConnectionScopes {
  /**
   * Returns the scope of a connection. If connections have scopes, one that has none, or no longer has one, may do
   * nothing: a call may outlive its connection.
   */
  of(connectionId: string): ConnectionScope;
  /** Returns the principal of a connection; undefined without a principal, and for a connection that has ended. */
  principalOf(connectionId: string): string | undefined;
  /** Sets the scope; must be called before the connection is opened. */
  set(connectionId: string, scope: ConnectionScope): void;
  forget(connectionId: string): void;
}

const unconfined: ConnectionScope = {};
const gone: ConnectionScope = { principal: { id: `nobody ${crypto.randomUUID()}`, modes: [] } };

/** Creates the scopes of connections. */
export function createConnectionScopes(): ConnectionScopes {
  const scopes = new Map<string, ConnectionScope>();
  let areKept = false;
  return {
    of: (connectionId) => scopes.get(connectionId) ?? (areKept ? gone : unconfined),
    principalOf: (connectionId) => scopes.get(connectionId)?.principal?.id,
    set: (connectionId, scope) => {
      areKept = true;
      scopes.set(connectionId, scope);
    },
    forget: (connectionId) => void scopes.delete(connectionId),
  };
}

/** True if a scope's principal may use a mode; without a principal, every mode is open. */
export function isOpenMode({ principal }: ConnectionScope, slug: string): boolean {
  return principal === undefined || mayUseMode(principal, slug);
}
