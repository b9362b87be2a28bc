import type { RequestContext } from '@modegate/mcp-protocol';

/** The part of a client's request used by the gateway; mcp-protocol's handler context satisfies it. */
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
