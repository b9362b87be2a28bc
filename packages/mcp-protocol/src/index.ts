// The public API. Nothing else is exported.

export type { JsonObject } from '@modegate/json';
export { type JsonRpcMessage, type RequestId, RpcError } from '@modegate/json-rpc';
export { LOG_LEVELS, type LogLevel } from '@modegate/json-rpc/mcp';
export type { Schedule } from '@modegate/timing';
export type { Channel, ChannelReceiver } from './connection/channel.ts';
export type {
  ClientRequestOptions,
  ConnectionContext,
  Implementation,
  Progress,
  RequestContext,
} from './definitions/context.ts';
export { definePrompt, type PromptArgument, type PromptDefinition, type PromptMessage } from './definitions/prompt.ts';
export {
  type Completion,
  type CompletionRequest,
  defineResource,
  type FixedResource,
  type ListedResource,
  type ResourceContent,
  type ResourceDefinition,
  type ResourceRequest,
  type TemplateResource,
} from './definitions/resource.ts';
export type { StatusMark } from './definitions/status-text.ts';
export {
  defineForwardedTool,
  defineTool,
  type ForwardedTool,
  type Listing,
  type ToolAnnotations,
  type ToolDefinition,
  type TypedTool,
} from './definitions/tool.ts';
export { type ContentBlock, type ToolResult, toolResult } from './definitions/tool-result.ts';
export {
  forwardedError,
  readForwardedError,
  readWireFailure,
  WIRE_ERROR_CODES,
  WireError,
  type WireErrorName,
  wireError,
} from './json-rpc/wire-errors.ts';
export type { ClientConnection, ClientQuestion, ProtocolServer } from './protocol-server.ts';
export { listedDefinition } from './requests/compiled-tool.ts';
export type { ForwardedMethod, RequestForwarder } from './requests/request-forwarder.ts';
export type { ObserveStart, RequestEnd } from './requests/request-outcome.ts';
export { createServer } from './server.ts';
export type { ClientNotification, ServerOptions } from './server-options.ts';
