import { mayUseMode, type Principal } from '@modegate/principals';

/** What a connection is confined to by the way it came in. */
export interface ConnectionScope {
  /** The one mode of the connection, as the path `/mcp/<mode>` fixes it. */
  readonly mode?: string | undefined;
  /** Absent without authentication. */
  readonly principal?: Pick<Principal, 'id' | 'modes'> | undefined;
}

/** The scopes of connections. Over HTTP every connection has one; on stdio none has, and a connection is confined by nothing but the settings. */
export interface ConnectionScopes {
  /** Where connections have scopes, one that has none, or no longer, may do nothing: a call may outlive its connection. */
  of(connectionId: string): ConnectionScope;
  /** Whose connection it is; undefined without a principal, and for one that has ended. */
  principalOf(connectionId: string): string | undefined;
  /** To be called before the connection is opened. */
  set(connectionId: string, scope: ConnectionScope): void;
  forget(connectionId: string): void;
}

const unconfined: ConnectionScope = {};
const gone: ConnectionScope = { principal: { id: `nobody ${crypto.randomUUID()}`, modes: [] } };

/** Keeps the scopes of connections. */
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

/** Whether a scope's principal may use a mode; without a principal every mode is open. */
export function isOpenMode({ principal }: ConnectionScope, slug: string): boolean {
  return principal === undefined || mayUseMode(principal, slug);
}
