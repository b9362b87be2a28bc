import type { JsonObject } from '@modegate/json';
import type { ClientRequest } from '../clients/client-request.ts';

/** A client's request in the form in which it goes to a server. */
export interface UpstreamRequest {
  readonly server: string;
  readonly method: string;
  readonly params: JsonObject;
  /** The client's request, whose cancellation and progress pass. */
  readonly from: ClientRequest;
}

/** Goes around the requests to servers, such as to measure them or to say in their params which trace they belong to. */
export type RequestMiddleware = (
  request: UpstreamRequest,
  send: (params: JsonObject) => Promise<JsonObject>,
) => Promise<JsonObject>;
