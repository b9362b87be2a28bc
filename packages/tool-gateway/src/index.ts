// The public API, listed by hand. Nothing else is exported.

export type { JsonObject } from '@modegate/json';
export { type StateText, stateFile, TextFileError } from '@modegate/text-files';
export { callTool, type ToolCall } from './calls/call-tool.ts';
export type { RequestMiddleware } from './calls/request-middleware.ts';
export { requestResource, type UpstreamResourceRequest } from './calls/request-resource.ts';
export { type AskUser, createAskUser } from './clients/ask-user.ts';
export { type AvailableTools, describeAvailableTools } from './clients/available-tools.ts';
export type { ClientList } from './clients/client-lists.ts';
export type { ClientRequest } from './clients/client-request.ts';
export { canAskUser, type GatewayClient } from './clients/gateway-client.ts';
export type { ServerNotification } from './clients/server-notifications.ts';
export type { ServerQuestions } from './clients/server-questions.ts';
export type { ConsentOptions } from './consent/consent.ts';
export type { ConsentOutcome, ConsentRecord } from './consent/consent-record.ts';
export type { AccessContext, SessionMode } from './decisions/access-context.ts';
export type { DecisionRecord, GatewayRefusal } from './decisions/gateway-decision.ts';
export { judgeTool, mayCall, mayUse } from './decisions/judge.ts';
export { createGateway, type Gateway, type GatewayEvent, type GatewayOptions } from './gateway.ts';
export { GatewayError } from './gateway-error.ts';
export type { GatewayParts } from './gateway-parts.ts';
export type { MetaToolOptions } from './meta-tools/meta-tool-options.ts';
export { createMetaTools, listedMetaTools, META_TOOL_NAMES } from './meta-tools/meta-tools.ts';
export {
  createGatewayClients,
  type GatewayClients,
  openUpstreams,
  type Upstreams,
  type UpstreamsOptions,
} from './open-upstreams.ts';
export { type ProtocolAdapter, type ServeGatewayOptions, serveGateway } from './serving/protocol-adapter.ts';
export { exposedResources, type IsReservedUri } from './upstreams/exposed-resources.ts';
export { findResourceConflicts, type ResourceConflict } from './upstreams/resource-conflicts.ts';
export type { UpstreamIndex } from './upstreams/upstream-index.ts';
export { refusalName } from './wire-errors.ts';
