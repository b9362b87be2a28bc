import type { JsonObject } from '@modegate/json';
import type { ServerEntry } from '@modegate/server-config';
import type { ListName, ServerLists } from '../lists/server-lists.ts';
import type { ConnectionState } from './connection-state.ts';
import type { ConnectionError } from './error-history.ts';

/** An immutable view of a server; each change creates a new view. */
export interface UpstreamServer extends ServerLists {
  readonly name: string;
  readonly entry: ServerEntry;
  readonly state: ConnectionState;
  /** Events in the history of the server, oldest first, at most 100. */
  readonly errors: readonly ConnectionError[];
  /**
   * True for each list that is complete. False during the first read, while the server is not connected, and if a page
   * failed or a limit cut the list short.
   */
  readonly complete: Readonly<Record<ListName, boolean>>;
}

/** An event concerning a server; when the event is delivered, `servers` already reflects the new state. */
export type ConnectionsEvent =
  /** The server's state or entry changed, or the server was removed; its lists are empty unless it is connected. */
  | { readonly type: 'state'; readonly server: string }
  /** The content of a list changed; `resources` includes resource templates. */
  | { readonly type: 'list'; readonly server: string; readonly list: 'tools' | 'resources' | 'prompts' }
  /** The server sent a notification, such as `notifications/message`, but never a `list_changed` notification. */
  | {
      readonly type: 'notification';
      readonly server: string;
      readonly method: string;
      readonly params: JsonObject;
    };
