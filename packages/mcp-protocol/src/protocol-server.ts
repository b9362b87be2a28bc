import type { JsonObject } from '@modegate/json';
import type { LogLevel } from '@modegate/json-rpc/mcp';
import type { Channel } from './connection/channel.ts';
import type { ClientRequestOptions, ConnectionContext, Implementation } from './definitions/context.ts';

/** A client's connection to this server, as its transport sees it. */
export interface ClientConnection {
  readonly id: string;
  /** How many requests are accepted and not yet ended, without those that listen. */
  readonly inFlight: number;
  /** Resolves once the connection has ended. */
  readonly closed: Promise<void>;
  /** Whether a request with this id is in flight. */
  has(requestId: string | number): boolean;
  /** Resolves once no request is in flight, or the connection has ended. */
  idle(): Promise<void>;
  /** Aborts what runs and ends the connection. */
  close(): Promise<void>;
}

/** A request of the server to a client. */
export interface ClientQuestion extends ClientRequestOptions {
  readonly method: string;
  readonly params: JsonObject;
  /** Aborting it takes the question back. */
  readonly signal?: AbortSignal;
}

/** An MCP server: definitions that any number of clients connect to. */
export interface ProtocolServer {
  readonly info: Implementation;
  /** How many requests are in flight over all connections, without those that listen. */
  readonly inFlight: number;
  /** The contexts of the clients connected now. */
  readonly connections: readonly ConnectionContext[];
  /** How many there are, without making their contexts. */
  readonly connectionCount: number;
  /** Serves one client over a channel. `serveStdio`, `serveHttp` and `connectInMemory` do this. */
  connect(channel: Channel): Promise<ClientConnection>;
  /** Tells one connection, or all, that `tools/list` has changed; a burst within 50 ms is one notification. */
  notifyToolsChanged(connectionId?: string): void;
  /** The same for `resources/list`. */
  notifyResourcesChanged(connectionId?: string): void;
  /** The same for `prompts/list`. */
  notifyPromptsChanged(connectionId?: string): void;
  /** Tells those that subscribed to the URI that its content has changed, or one of them; coalesced in the same way. */
  notifyResourceUpdated(uri: string, connectionId?: string): void;
  /** Sends the pending notifications of changes to one connection at once, instead of at the end of the 50 ms. */
  flushNotifications(connectionId: string): void;
  /** Sends a log line to every client that set a level which covers it. */
  log(level: LogLevel, data: unknown, logger?: string): void;
  /**
   * Sends a notification to one client, or to all, at once and as it is. A client that does not read loses what exceeds
   * 64; false when one lost it, or there was none. Never throws.
   */
  notify(method: string, params?: JsonObject, connectionId?: string): boolean;
  /**
   * Asks a client something outside of any request; within one, use its context.
   *
   * @throws {WireError} INVALID_REQUEST when the client is not connected, has no session, or did not declare the capability, INTERNAL_ERROR when it does not answer in time.
   */
  request(connectionId: string, question: ClientQuestion): Promise<JsonObject>;
  /** Ends all connections; later `connect` calls are refused. */
  close(): Promise<void>;
}
