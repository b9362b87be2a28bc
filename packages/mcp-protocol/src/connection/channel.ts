import type { JsonRpcMessage, RequestId } from '@modegate/json-rpc';

/** The server, as a channel calls it. */
export interface ChannelReceiver {
  /** Takes one parsed JSON value from the client; anything that is not a JSON-RPC message is answered or ignored, never thrown. */
  message(value: unknown): void;
  /** The client is gone; nothing is sent afterwards. */
  closed(): void;
  /** How many requests are accepted and not yet ended, without those that listen. */
  readonly inFlight: number;
  /** How many of those do not wait for another program; a channel may stop reading when there are too many. */
  readonly ownInFlight: number;
}

/** One client's two-way stream of messages, whatever carries it: the smallest thing a server needs of a transport. */
export interface Channel {
  /** Identifies the connection in logs and contexts. Default: a random UUID. */
  readonly id?: string;
  /** Carries requests from revision 2026-07-28 on alone, perhaps of many clients. Default: the first request decides. */
  readonly isStateless?: boolean;
  /** Starts delivering what the client sends. */
  start(receiver: ChannelReceiver): void | Promise<void>;
  /**
   * Sends one message, or the answers to a batch; resolves when the channel can take more, so that senders of unasked-for messages can wait;
   * rejects when the message cannot be written as JSON.
   * `relatedRequestId` names the request that a notification belongs to.
   */
  send(message: JsonRpcMessage | readonly JsonRpcMessage[], relatedRequestId?: RequestId): Promise<void>;
  /** Ends the stream; called once, nothing is sent afterwards. */
  close(): void | Promise<void>;
  /** How the client calls a request, for a channel that gives requests ids of its own. */
  wireId?(requestId: RequestId): RequestId;
  /** A header of the HTTP request that carried a request, by its name in lower case. */
  headerOf?(requestId: RequestId, name: string): string | undefined;
  /** Called when a request has ended: answered, or cancelled and so never to be answered. */
  settled?(requestId: RequestId, outcome: 'answered' | 'cancelled'): void;
}
