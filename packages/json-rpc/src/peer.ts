import { isJsonObject, type JsonObject } from '@modegate/json';
import { checkMessage, type InvalidMessage, type MessageRules } from './check-message.ts';
import type { IncomingRequest } from './incoming-request.ts';
import type { JsonRpcNotification, JsonRpcRequest, RequestId } from './messages.ts';
import { OutgoingRequests, type OutgoingRequestsOptions, type RequestOptions } from './outgoing-requests.ts';
import { preview } from './preview.ts';

/**
 * Handlers for messages from the other side. `Batch` is any value passed along with a message, such as the batch that
 * contains it.
 */
export interface PeerOptions<Options extends RequestOptions, Batch> extends OutgoingRequestsOptions<Options> {
  readonly rules?: MessageRules;
  readonly onRequest: (request: JsonRpcRequest, batch: Batch) => void;
  readonly onNotification: (notification: JsonRpcNotification) => void;
  /** Handles values that are not messages, and requests that must be rejected. */
  readonly onInvalid: (invalid: InvalidMessage, batch: Batch) => void;
  /** Receives a description of an ignored message. */
  readonly onWarning: (text: string) => void;
}

/** One end of a JSON-RPC 2.0 connection. It sends only requests; responses are sent by `onRequest`. */
export class Peer<
  Options extends RequestOptions,
  Incoming extends IncomingRequest = IncomingRequest,
  Batch = undefined,
> {
  /** Requests to the other side. */
  readonly outgoing: OutgoingRequests<Options>;
  /** Requests from the other side that are in progress; `onRequest` adds and removes them. */
  readonly incoming = new Map<RequestId, Incoming>();
  private readonly options: PeerOptions<Options, Batch>;

  constructor(options: PeerOptions<Options, Batch>) {
    this.options = options;
    this.outgoing = new OutgoingRequests(options);
  }

  /**
   * Passes on one parsed JSON value, synchronously and in order; never throws, regardless of what the other side sends.
   */
  receive(value: unknown, batch: Batch): void {
    const { rules, onRequest, onNotification, onInvalid, onWarning } = this.options;
    const checked = checkMessage(value, rules);
    if (checked.kind === 'response') this.settle(checked.message);
    else if (checked.kind === 'request') onRequest(checked.message, batch);
    else if (checked.kind === 'notification') onNotification(checked.message);
    else if (checked.kind === 'ignored') onWarning(`Ignored ${checked.reason}`);
    // A response without a result is malformed, but still identifies its request.
    else if (isJsonObject(value) && value.method === undefined && this.outgoing.has(value.id)) this.settle(value);
    else onInvalid(checked, batch);
  }

  /**
   * Rejects each request to the other side with an error created for its method, and cancels requests from the other
   * side.
   */
  end(reason: unknown, makeError: (method: string) => unknown): void {
    this.outgoing.end(makeError);
    for (const request of this.incoming.values()) request.cancel(reason);
    this.incoming.clear();
  }

  private settle(response: JsonObject): void {
    const odd = this.outgoing.settle(response);
    if (odd !== undefined) this.options.onWarning(`${odd}: ${describeResponse(response)}`);
  }
}

function describeResponse({ id, error }: JsonObject): string {
  const said = isJsonObject(error) ? `, error ${preview(error.message)}` : '';
  return `id ${preview(id)}${said}`;
}
