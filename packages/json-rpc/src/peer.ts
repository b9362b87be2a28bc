import { isJsonObject, type JsonObject } from '@modegate/json';
import { briefly } from './briefly.ts';
import { checkMessage, type InvalidMessage, type MessageRules } from './check-message.ts';
import type { IncomingRequest } from './incoming-request.ts';
import type { JsonRpcNotification, JsonRpcRequest, RequestId } from './messages.ts';
import { OutgoingRequests, type OutgoingRequestsOptions, type RequestOptions } from './outgoing-requests.ts';

/** Who takes what the other side sends. `Batch` is whatever else goes with a message, such as the batch that it came in. */
export interface PeerOptions<Options extends RequestOptions, Batch> extends OutgoingRequestsOptions<Options> {
  readonly rules?: MessageRules;
  readonly onRequest: (request: JsonRpcRequest, batch: Batch) => void;
  readonly onNotification: (notification: JsonRpcNotification) => void;
  /** Takes what is not a message, and a request that must be refused. */
  readonly onInvalid: (invalid: InvalidMessage, batch: Batch) => void;
  /** Takes a remark on something that is ignored. */
  readonly onWarning: (text: string) => void;
}

/** One end of a JSON-RPC 2.0 connection. It sends only requests: the receiver of requests answers them. */
export class Peer<
  Options extends RequestOptions,
  Incoming extends IncomingRequest = IncomingRequest,
  Batch = undefined,
> {
  /** What the other side was asked. */
  readonly outgoing: OutgoingRequests<Options>;
  /** What the other side asks, as long as it is under way; added and removed by the one who answers. */
  readonly incoming = new Map<RequestId, Incoming>();
  private readonly options: PeerOptions<Options, Batch>;

  constructor(options: PeerOptions<Options, Batch>) {
    this.options = options;
    this.outgoing = new OutgoingRequests(options);
  }

  /** Takes one parsed JSON value and hands it on synchronously and in order; nothing that the other side sends makes it throw. */
  receive(value: unknown, batch: Batch): void {
    const { rules, onRequest, onNotification, onInvalid, onWarning } = this.options;
    const checked = checkMessage(value, rules);
    if (checked.kind === 'response') this.settle(checked.message);
    else if (checked.kind === 'request') onRequest(checked.message, batch);
    else if (checked.kind === 'notification') onNotification(checked.message);
    else if (checked.kind === 'ignored') onWarning(`Ignored ${checked.reason}`);
    // An answer without a result is malformed, but whose it is is known.
    else if (isJsonObject(value) && value.method === undefined && this.outgoing.has(value.id)) this.settle(value);
    else onInvalid(checked, batch);
  }

  /** Rejects what the other side was asked, with an error made for each method, and cancels what it asks. */
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
  const said = isJsonObject(error) ? `, error ${briefly(error.message)}` : '';
  return `id ${briefly(id)}${said}`;
}
