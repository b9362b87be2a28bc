import type { JsonObject } from '@modegate/json';
import type { ServerEntry } from '@modegate/server-config';
import type { ListName, ServerLists } from '../lists/server-lists.ts';
import type { ConnectionState } from './connection-state.ts';
import type { ConnectionError } from './error-history.ts';

/** A server as it is at one moment: nothing in it changes, a change makes another one. */
export interface UpstreamServer extends ServerLists {
  readonly name: string;
  readonly entry: ServerEntry;
  readonly state: ConnectionState;
  /** Oldest first, at most 100. */
  readonly errors: readonly ConnectionError[];
  /**
   * Whether a list is all that the server offers: false while it is being read for the first time, when a page failed or was cut, and
   * while not connected, when the lists are empty.
   */
  readonly complete: Readonly<Record<ListName, boolean>>;
}

/** Something that happened to a server; `servers` has what it is now. */
export type ConnectionsEvent =
  /** Its state or its entry changed, or it is there no longer; its lists are empty unless it is connected. */
  | { readonly type: 'state'; readonly server: string }
  /** The content of a list changed; `resources` includes their templates. */
  | { readonly type: 'list'; readonly server: string; readonly list: 'tools' | 'resources' | 'prompts' }
  /** It sent a notification, such as `notifications/message`; never one that a list changed. */
  | {
      readonly type: 'notification';
      readonly server: string;
      readonly method: string;
      readonly params: JsonObject;
    };
