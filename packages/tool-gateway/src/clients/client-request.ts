import type { RequestContext } from '@modegate/mcp-protocol';

/** The part of a client's request that the gateway uses; mcp-protocol's handler context satisfies this type. */
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
