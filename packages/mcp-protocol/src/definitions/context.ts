import type { JsonObject } from '@modegate/json';
import type { Cancellable, RequestId } from '@modegate/json-rpc';
import type { LogLevel } from '@modegate/json-rpc/mcp';

/** How a client or server names itself (MCP 2025-11-25, `Implementation`). */
export interface Implementation {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly JsonObject[];
}

/** One client's connection as definitions see it. */
export interface ConnectionContext {
  /** Identifies the connection: the HTTP session id, or a random UUID. */
  readonly connectionId: string;
  /**
   * Whether nothing may be kept from one request to the next, as from revision 2026-07-28 on: each says who asks. Then the three members below are those of the request; between requests they are empty.
   */
  readonly isStateless: boolean;
  /** Whether its requests may come from several clients, as they do over HTTP where there is no session; two of them have no more to do with each other than two connections. */
  readonly isShared: boolean;
  /** The `clientInfo` of `initialize`; undefined before. */
  readonly client: Implementation | undefined;
  /** The capabilities that the client declared in `initialize`; empty before. */
  readonly clientCapabilities: JsonObject;
  /** The negotiated protocol revision, such as `2025-11-25`; undefined before `initialize`. */
  readonly protocolVersion: string | undefined;
  /** The least severe log level that the client wants to hear; undefined until it asks for one. */
  readonly logLevel: LogLevel | undefined;
}

/** A step of a long call. */
export interface Progress {
  /** How far the call is; must grow with every report, one that does not grow is not sent. */
  readonly progress: number;
  /** The value at which the call is done, if known. */
  readonly total?: number;
  readonly message?: string;
}

/** How a server asks its client something. */
export interface ClientRequestOptions {
  /** How long to wait for the answer. Default 60000. */
  readonly timeoutMs?: number;
  /** Aborting it takes the question back, and rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** What the question is called where it is the answer to a request. Default, and where another open question is called so: a name of our own. */
  readonly key?: string;
}

/** The request that a handler serves, and what it can do for the client meanwhile. */
export interface RequestContext extends ConnectionContext {
  /** Tells it from every other request of the connection: the JSON-RPC id, or an id of our own where many clients share the connection. */
  readonly requestId: RequestId;
  /** Aborted when the client cancels the request or goes away; no answer is sent afterwards. */
  readonly signal: AbortSignal;
  /** The same for forwarding the request; no signal is made for it. */
  readonly cancellation: Cancellable;
  /** The request's params as they came, for forwarding; without what a stateless request says of its client and of earlier tries. */
  readonly params: JsonObject;
  /** The request's `_meta`; empty when it had none. */
  readonly meta: JsonObject;
  /**
   * Gives the request's place among those that run at once (`maxConcurrent`) to another, because from now on it only waits for another
   * program. How many such requests there may be is the handler's to limit.
   */
  readonly releaseSlot: () => void;
  /** Reports progress if the client asked for it with a progress token; otherwise does nothing. Never throws. */
  readonly progress: (progress: Progress) => Promise<void>;
  /**
   * Asks the client something (`elicitation/create`, `sampling/createMessage`, `roots/list`) on behalf of this request. Where the connection
   * is stateless, the question is the answer to the request, and the client's answer comes with its next try; only `tools/call`,
   * `prompts/get` and `resources/read` can ask there.
   *
   * @throws {WireError} INVALID_REQUEST when the client did not declare the capability, INTERNAL_ERROR when it does not answer in time.
   * @throws {RpcError} the client's own error, fit to be handed on.
   */
  readonly request: (method: string, params?: JsonObject, options?: ClientRequestOptions) => Promise<JsonObject>;
  /** A header of the HTTP request that carried this one, by its name in lower case; undefined where none did. */
  readonly header: ((name: string) => string | undefined) | undefined;
  /** Sends a log line to the client if it set a level that covers it; otherwise does nothing. Never throws. */
  readonly log: (level: LogLevel, data: unknown) => void;
}
