// The public API. Nothing else is exported.

export type { JsonObject } from '@modegate/json';
export {
  type JsonRpcErrorObject,
  type JsonRpcFailure,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcSuccess,
  type RequestId,
  RpcError,
} from '@modegate/json-rpc';
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
export {
  definePrompt,
  type PromptArgument,
  type PromptDefinition,
  type PromptMessage,
  type PromptReading,
} from './definitions/prompt.ts';
export {
  type Completion,
  type CompletionRequest,
  defineResource,
  type FixedResource,
  type ListedResource,
  type ResourceBase,
  type ResourceContent,
  type ResourceDefinition,
  type ResourceReading,
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
  type ToolBase,
  type ToolDefinition,
  type TypedTool,
} from './definitions/tool.ts';
export {
  type ContentBlock,
  type ToolResult,
  type ToolResultParts,
  toolResult,
} from './definitions/tool-result.ts';
export {
  forwardedError,
  readForwardedError,
  readWireFailure,
  WIRE_ERROR_CODES,
  WireError,
  type WireErrorData,
  type WireErrorName,
  type WireFailure,
  wireError,
} from './json-rpc/wire-errors.ts';
export type { ClientConnection, ClientQuestion, ProtocolServer } from './protocol-server.ts';
export type { ArgumentProblem } from './requests/argument-problems.ts';
export { listedDefinition } from './requests/compiled-tool.ts';
export type { ForwardedList, ForwardedMethod, RequestForwarder } from './requests/request-forwarder.ts';
export type { ErrorSource } from './requests/request-handler.ts';
export type { ObserveEnd, ObserveStart, RequestEnd, RequestOutcome, RequestStart } from './requests/request-outcome.ts';
export { createServer } from './server.ts';
export type { ClientNotification, ServerOptions } from './server-options.ts';
