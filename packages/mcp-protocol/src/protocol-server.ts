import type { JsonObject } from '@modegate/json';
import type { LogLevel } from '@modegate/json-rpc/mcp';
import type { Channel } from './connection/channel.ts';
import type { ClientRequestOptions, ConnectionContext, Implementation } from './definitions/context.ts';

/** A client's connection to this server, as seen by its transport. */
export interface ClientConnection {
  readonly id: string;
  /** Number of requests in progress, not counting subscriptions. */
  readonly inFlight: number;
  /** Resolves once the connection has ended. */
  readonly closed: Promise<void>;
  /** True if a request with this id is in progress. */
  has(requestId: string | number): boolean;
  /** Resolves once no request is in progress, or the connection has ended. */
  idle(): Promise<void>;
  /** Aborts requests in progress and ends the connection. */
  close(): Promise<void>;
}

/** A request from the server to a client. */
export interface ClientQuestion extends ClientRequestOptions {
  readonly method: string;
  readonly params: JsonObject;
  /** Signal that withdraws the question when aborted. */
  readonly signal?: AbortSignal;
}

/** An MCP server, which consists of definitions served to any number of clients. */
export interface ProtocolServer {
  readonly info: Implementation;
  /** Number of requests in progress on all connections, not counting subscriptions. */
  readonly inFlight: number;
  /** Contexts of the connected clients. */
  readonly connections: readonly ConnectionContext[];
  /** Number of connections, determined without creating their contexts. */
  readonly connectionCount: number;
  /** Serves one client over a channel. Called by `serveStdio`, `serveHttp` and `connectInMemory`. */
  connect(channel: Channel): Promise<ClientConnection>;
  /**
   * Notifies one connection or all connections that `tools/list` has changed; a burst within 50 ms is sent as one
   * notification.
   */
  notifyToolsChanged(connectionId?: string): void;
  /** Notifies one connection or all connections that `resources/list` has changed; coalesced in the same way. */
  notifyResourcesChanged(connectionId?: string): void;
  /** Notifies one connection or all connections that `prompts/list` has changed; coalesced in the same way. */
  notifyPromptsChanged(connectionId?: string): void;
  /**
   * Notifies one subscriber or all subscribers of a resource that the resource has changed; coalesced in the same way.
   */
  notifyResourceUpdated(uri: string, connectionId?: string): void;
  /** Sends pending change notifications to one connection immediately. */
  flushNotifications(connectionId: string): void;
  /** Sends a log line to every client that requested its level. */
  log(level: LogLevel, data: unknown, logger?: string): void;
  /**
   * Sends a notification unchanged and immediately to one client or to all clients. A client with 64 unread messages is
   * skipped. Returns false if a client was skipped or if there was no client. Never throws.
   */
  notify(method: string, params?: JsonObject, connectionId?: string): boolean;
  /**
   * Asks a client a question outside any request; within a request, use the request's context.
   *
   * @throws {WireError} INVALID_REQUEST if the client is not connected, has no session, or did not declare the
   * capability, INTERNAL_ERROR if the client does not answer in time.
   */
  request(connectionId: string, question: ClientQuestion): Promise<JsonObject>;
  /** Ends all connections; later `connect` calls are rejected. */
  close(): Promise<void>;
}
