import type { ClientConnection } from '../../protocol-server.ts';
import type { AuthenticatedPrincipal } from '../auth/authentication.ts';

/** Access to the connections in a map. */
export interface ConnectionAccess<Entry> {
  /** Returns the connection of an entry; undefined while the connection is being opened. */
  readonly connectionOf: (entry: Entry) => ClientConnection | undefined;
  readonly remove: (entry: Entry) => void;
}

/** Returns operations on the connections in a map, whatever the connections are for. */
export function ownedConnections<Entry extends { readonly principal: AuthenticatedPrincipal | undefined }>(
  entries: ReadonlyMap<string, Entry>,
  { connectionOf, remove }: ConnectionAccess<Entry>,
) {
  const forEach = async (act: (connection: ClientConnection) => Promise<void>): Promise<void> => {
    await Promise.all(Array.from(entries.values(), connectionOf).map(async (each) => each && act(each)));
  };
  return {
    get size() {
      return entries.size;
    },
    /** Ends the connections whose latest request used a credential that has ended according to `isEnded`. */
    endWhere: (isEnded: (principal: AuthenticatedPrincipal) => boolean) => {
      for (const entry of entries.values())
        if (entry.principal !== undefined && isEnded(entry.principal)) remove(entry);
    },
    /** Resolves once no connection has any requests in flight other than subscriptions. */
    idle: () => forEach((connection) => connection.idle()),
    closeAll: () => forEach((connection) => connection.close()),
  };
}
