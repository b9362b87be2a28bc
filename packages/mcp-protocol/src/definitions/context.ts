import type { JsonObject } from '@modegate/json';
import type { Cancellable, RequestId } from '@modegate/json-rpc';
import type { LogLevel } from '@modegate/json-rpc/mcp';

/** Identity of a client or server (MCP 2025-11-25, `Implementation`). */
export interface Implementation {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly JsonObject[];
}

/** A client's connection as seen by definitions. */
export interface ConnectionContext {
  /** Identifies the connection: the HTTP session id, or a random UUID. */
  readonly connectionId: string;
  /**
   * True if requests share no state, as in revision 2026-07-28 and later; the members below then describe the client of
   * the current request, and are empty between requests.
   */
  readonly isStateless: boolean;
  /**
   * True if several clients may use the connection, as is the case over HTTP without a session. Such clients are as
   * independent of each other as clients with separate connections.
   */
  readonly isShared: boolean;
  /** The `clientInfo` from `initialize`; undefined before `initialize`. */
  readonly client: Implementation | undefined;
  /** The capabilities declared in `initialize`; empty before `initialize`. */
  readonly clientCapabilities: JsonObject;
  /** The negotiated protocol revision, such as `2025-11-25`; undefined before `initialize`. */
  readonly protocolVersion: string | undefined;
  /** The minimum log level requested by the client; undefined if the client has not requested a level. */
  readonly logLevel: LogLevel | undefined;
}

/** A progress report from a long call. */
export interface Progress {
  /** Progress so far. A report whose progress has not increased is not sent. */
  readonly progress: number;
  /** The value at completion, if known. */
  readonly total?: number;
  readonly message?: string;
}

/** Options of a request to the client. */
export interface ClientRequestOptions {
  /** Time limit for the response. Default 60000. */
  readonly timeoutMs?: number;
  /** Signal that withdraws the question when aborted; the request then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** The name of the question if it is sent as a response. If omitted or already in use, a name is generated. */
  readonly key?: string;
}

/** The request being handled, and functions for communicating with its client. */
export interface RequestContext extends ConnectionContext {
  /** Unique per connection: the JSON-RPC id, or a generated id if several clients share the connection. */
  readonly requestId: RequestId;
  /** Signal that is aborted if the client cancels the request or disconnects, in which case no response is sent. */
  readonly signal: AbortSignal;
  /** Equivalent of `signal` for use when forwarding the request without creating a signal. */
  readonly cancellation: Cancellable;
  /** The original params to be forwarded, without the metadata and state of a stateless request. */
  readonly params: JsonObject;
  /** The request's `_meta`; empty if the request had none. */
  readonly meta: JsonObject;
  /**
   * Frees the request's slot (`maxConcurrent`), because from this point the request is only waiting for another
   * program. The handler itself must limit the number of such requests.
   */
  readonly releaseSlot: () => void;
  /** Reports progress if the client requested it with a progress token; otherwise does nothing. Never throws. */
  readonly progress: (progress: Progress) => Promise<void>;
  /**
   * Asks the client a question (`elicitation/create`, `sampling/createMessage`, `roots/list`) on behalf of this
   * request. On a stateless connection, the question is sent as the response, and the client's answer arrives with its
   * retry; on such a connection, only `tools/call`, `prompts/get` and `resources/read` can ask questions.
   *
   * @throws {WireError} INVALID_REQUEST if the client did not declare the capability, INTERNAL_ERROR if the client does
   * not answer in time.
   * @throws {RpcError} the client's own error, suitable for forwarding.
   */
  readonly request: (method: string, params?: JsonObject, options?: ClientRequestOptions) => Promise<JsonObject>;
  /** Returns a header of the HTTP request, identified by its lower-case name; undefined if HTTP is not used. */
  readonly header: ((name: string) => string | undefined) | undefined;
  /** Sends a log line if the client requested its level; otherwise does nothing. Never throws. */
  readonly log: (level: LogLevel, data: unknown) => void;
}
