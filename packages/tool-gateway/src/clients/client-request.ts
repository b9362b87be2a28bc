import type { RequestContext } from '@modegate/mcp-protocol';

/** The part of a client's request that the gateway uses; the handler context of mcp-protocol is one. */
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
