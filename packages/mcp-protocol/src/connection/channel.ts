import type { JsonRpcMessage, RequestId } from '@modegate/json-rpc';

/** The server as seen by a channel. */
export interface ChannelReceiver {
  /**
   * Handles a parsed JSON value from the client. A value that is not a JSON-RPC message is answered or ignored; never
   * throws.
   */
  message(value: unknown): void;
  /** Called when the client has disconnected; nothing is sent afterwards. */
  closed(): void;
  /** Number of requests in progress, not counting subscriptions. */
  readonly inFlight: number;
  /**
   * Number of requests in progress that are not waiting for another program; a channel may stop reading if this number
   * is too high.
   */
  readonly ownInFlight: number;
}

/** A client's two-way stream of messages: the minimal interface of a transport. */
export interface Channel {
  /** Identifies the connection in logs and contexts. Default: a random UUID. */
  readonly id?: string;
  /**
   * True if the channel carries only requests of revision 2026-07-28 or later, perhaps from many clients. Default: the
   * first request decides.
   */
  readonly isStateless?: boolean;
  /** Starts delivering messages from the client. */
  start(receiver: ChannelReceiver): void | Promise<void>;
  /**
   * Sends a message, or the responses to a batch. Resolves when the channel can accept more, so that senders of
   * notifications can wait; rejects if the message cannot be serialised. `relatedRequestId` is the request to which a
   * notification belongs.
   */
  send(message: JsonRpcMessage | readonly JsonRpcMessage[], relatedRequestId?: RequestId): Promise<void>;
  /** Ends the stream. Called once; nothing is sent afterwards. */
  close(): void | Promise<void>;
  /** Returns the id that the client assigned to a request, for a channel that assigns its own ids. */
  wireId?(requestId: RequestId): RequestId;
  /** Returns a header, identified by its lower-case name, from the HTTP request that carried a request. */
  headerOf?(requestId: RequestId, name: string): string | undefined;
  /** Called when a request has ended: it was answered, or it was cancelled and will never be answered. */
  settled?(requestId: RequestId, outcome: 'answered' | 'cancelled'): void;
}
