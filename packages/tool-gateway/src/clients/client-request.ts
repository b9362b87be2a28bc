import type { RequestContext } from '@modegate/mcp-protocol';

/** One request of a client, as far as the gateway looks at it; the context that mcp-protocol gives a handler is one. */
export type ClientRequest = Pick<
  RequestContext,
  | 'requestId'
  | 'connectionId'
  | 'isStateless'
  | 'isShared'
  | 'clientCapabilities'
  | 'params'
  | 'meta'
  | 'signal'
  | 'releaseSlot'
  | 'progress'
  | 'request'
> &
  Partial<Pick<RequestContext, 'cancellation'>>;
