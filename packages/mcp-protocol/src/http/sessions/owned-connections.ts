import type { ClientConnection } from '../../protocol-server.ts';
import type { AuthenticatedPrincipal } from '../auth/authentication.ts';

/** How the connections of a map are reached. */
export interface ConnectionAccess<Entry> {
  /** Undefined while it is being opened. */
  readonly connectionOf: (entry: Entry) => ClientConnection | undefined;
  readonly remove: (entry: Entry) => void;
}

/** What can be done with all connections of a map, whatever they are for. */
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
    /** Resolves once no connection has a request other than subscriptions in flight. */
    idle: () => forEach((connection) => connection.idle()),
    closeAll: () => forEach((connection) => connection.close()),
  };
}
