export type { Cancellable } from './cancellable.ts';
export {
  type CheckedMessage,
  checkMessage,
  type InvalidMessage,
  type MessageRules,
  readableId,
} from './check-message.ts';
export { IncomingRequest } from './incoming-request.ts';
export {
  type JsonRpcErrorObject,
  type JsonRpcFailure,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcSuccess,
  type RequestId,
  RPC_ERROR_CODES,
} from './messages.ts';
export {
  OutgoingRequests,
  type OutgoingRequestsOptions,
  type RequestOptions,
  type RequestTimeout,
  signalOf,
} from './outgoing-requests.ts';
export { MAX_JSON_DEPTH, type ParsedText, parseText } from './parse-text.ts';
export { Peer, type PeerOptions } from './peer.ts';
export { preview, truncate } from './preview.ts';
export { RpcError, readRpcError } from './rpc-error.ts';
