import type { JsonObject } from '@modegate/json';
import type { ClientRequest } from '../clients/client-request.ts';

/** A client's request as sent to a server. */
export interface UpstreamRequest {
  readonly server: string;
  readonly method: string;
  readonly params: JsonObject;
  /** The client's request, whose cancellation and progress are passed on. */
  readonly from: ClientRequest;
}

/** Wraps requests to servers, for example to measure them or to add trace context to their params. */
export type RequestMiddleware = (
  request: UpstreamRequest,
  send: (params: JsonObject) => Promise<JsonObject>,
) => Promise<JsonObject>;
