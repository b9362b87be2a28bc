import { isJsonObject, type JsonObject } from '@modegate/json';
import { briefly } from './briefly.ts';
import { checkMessage, type InvalidMessage, type MessageRules } from './check-message.ts';
import type { IncomingRequest } from './incoming-request.ts';
import type { JsonRpcNotification, JsonRpcRequest, RequestId } from './messages.ts';
import {
  createOutgoingRequests,
  type OutgoingRequests,
  type OutgoingRequestsOptions,
  type RequestOptions,
} from './outgoing-requests.ts';

/** Who takes what the other side sends. `Batch` is whatever else goes with a message, such as the batch that it came in. */
export interface PeerOptions<Options extends RequestOptions, Batch> extends OutgoingRequestsOptions<Options> {
  readonly rules?: MessageRules;
  readonly onRequest: (request: JsonRpcRequest, batch: Batch) => void;
  readonly onNotification: (notification: JsonRpcNotification) => void;
  /** Takes what is no message, and a request that must be refused. */
  readonly onInvalid: (invalid: InvalidMessage, batch: Batch) => void;
  /** Takes a remark on something that is ignored. */
  readonly onRemark: (text: string) => void;
}

/** One end of a JSON-RPC 2.0 connection. */
export interface Peer<
  Options extends RequestOptions = RequestOptions,
  Incoming extends IncomingRequest = IncomingRequest,
  Batch = undefined,
> {
  /** What the other side was asked. */
  readonly outgoing: OutgoingRequests<Options>;
  /** What the other side asks, as long as it is under way; entered and left by who answers. */
  readonly incoming: Map<RequestId, Incoming>;
  /** Takes one parsed JSON value and hands it on synchronously; nothing that the other side sends makes it throw. */
  receive(value: unknown, batch: Batch): void;
  /** Cancels what the other side asks, and rejects what it was asked, with an error made for each method. */
  end(reason: unknown, makeError: (method: string) => unknown): void;
}

/** Creates the peer of a connection. Nothing is sent but requests: the answers are the business of who takes requests. */
export function createPeer<
  Options extends RequestOptions = RequestOptions,
  Incoming extends IncomingRequest = IncomingRequest,
  Batch = undefined,
>(options: PeerOptions<Options, Batch>): Peer<Options, Incoming, Batch> {
  const outgoing = createOutgoingRequests(options);
  const incoming = new Map<RequestId, Incoming>();
  const settle = (response: JsonObject): void => {
    const odd = outgoing.settle(response);
    if (odd !== undefined) options.onRemark(`${odd}: ${describeResponse(response)}`);
  };
  return {
    outgoing,
    incoming,
    receive: (value, batch) => {
      const checked = checkMessage(value, options.rules);
      if (checked.kind === 'response') settle(checked.message);
      else if (checked.kind === 'request') options.onRequest(checked.message, batch);
      else if (checked.kind === 'notification') options.onNotification(checked.message);
      else if (checked.kind === 'ignored') options.onRemark(`Ignored ${checked.reason}`);
      // An answer without a result is malformed, but whose it is is known.
      else if (isJsonObject(value) && value.method === undefined && outgoing.waits(value.id)) settle(value);
      else options.onInvalid(checked, batch);
    },
    end: (reason, makeError) => {
      outgoing.end(makeError);
      for (const request of incoming.values()) request.cancel(reason);
      incoming.clear();
    },
  };
}

function describeResponse({ id, error }: JsonObject): string {
  const said = isJsonObject(error) ? `, error ${briefly(error.message)}` : '';
  return `id ${briefly(id)}${said}`;
}
