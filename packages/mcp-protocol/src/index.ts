// The public surface, written out: what is not named here is private.
export type { ArgumentProblem } from './argument-problems.ts';
export type { Channel, ChannelReceiver } from './channel.ts';
export type { ClientRequestOptions } from './client-requests.ts';
export type { Schedule } from './coalesced-sender.ts';
export {
  type ConnectionContext,
  type Implementation,
  LOG_LEVELS,
  type LogLevel,
  type Progress,
  type RequestContext,
} from './context.ts';
export type { ForwardedList, ForwardedMethod, Forwarding } from './forwarding.ts';
export type {
  JsonObject,
  JsonRpcFailure,
  JsonRpcMessage,
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcSuccess,
  RequestId,
} from './json-rpc.ts';
export {
  definePrompt,
  type PromptArgument,
  type PromptDefinition,
  type PromptMessage,
  type PromptReading,
} from './prompt.ts';
export type { ErrorPlace } from './request-handler.ts';
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
} from './resource.ts';
export {
  type ClientNotification,
  type ClientQuestion,
  createServer,
  type ProtocolServer,
  type ServerConnection,
  type ServerOptions,
} from './server.ts';
export {
  defineForwardedTool,
  defineTool,
  type ForwardedTool,
  type Listing,
  type ToolAnnotations,
  type ToolBase,
  type ToolDefinition,
  type TypedTool,
} from './tool.ts';
export {
  type ContentBlock,
  ERROR_KEY,
  type ToolResult,
  type ToolResultParts,
  toolResult,
} from './tool-result.ts';
export {
  ForwardedError,
  forwardedError,
  type JsonRpcErrorObject,
  readWireFailure,
  WIRE_ERROR_CODES,
  WireError,
  type WireErrorData,
  type WireErrorName,
  type WireFailure,
  wireError,
} from './wire-errors.ts';
