// The public surface, written out by hand. Nothing else is exported.

export type { JsonObject } from '@modegate/json';
export { type StateText, stateFile, TextFileError } from '@modegate/text-files';
export { callTool, type ToolCall } from './calls/call-tool.ts';
export type { RequestMiddleware, UpstreamRequest } from './calls/request-middleware.ts';
export { type ResourceRequest, requestResource } from './calls/request-resource.ts';
export type { CatalogueProblem, ServerTools } from './catalogue/accept-definitions.ts';
export { type Catalogue, type CatalogueOptions, createCatalogue } from './catalogue/catalogue.ts';
export { type ExposedNameOptions, exposedNames, type NamedThing } from './catalogue/exposed-name.ts';
export { definitionHash } from './catalogue/ref-id.ts';
export {
  countDefinitions,
  countTokens,
  type EstimateSum,
  estimateTools,
  type ServerEstimate,
  sumEstimates,
  type TokenCount,
  type ToolEstimate,
} from './catalogue/tokens.ts';
export type { ToolReference } from './catalogue/tool-reference.ts';
export type { UpstreamTool } from './catalogue/upstream-tool.ts';
export { type AskUser, createAskUser } from './clients/ask-user.ts';
export { type AvailableTools, describeAvailableTools } from './clients/available-tools.ts';
export type { ClientList, ClientLists } from './clients/client-lists.ts';
export type { ClientRequest } from './clients/client-request.ts';
export { canAskUser, type GatewayClient } from './clients/gateway-client.ts';
export type { ServerNotification } from './clients/server-notifications.ts';
export type { ServerQuestions } from './clients/server-questions.ts';
export { availableConfigurationTools, toolsetToolNames } from './configuration-tools/configuration-tool-names.ts';
export { createConfigurationTools } from './configuration-tools/configuration-tools.ts';
export type { AccessContext, SessionMode } from './decisions/access-context.ts';
export type {
  DecisionRecord,
  GatewayDecision,
  GatewayRefusal,
  GatewayRefusalCode,
} from './decisions/gateway-decision.ts';
export { judgeTool, mayCall, mayUse } from './decisions/judge.ts';
export { createGateway, type Gateway, type GatewayEvent, type GatewayOptions } from './gateway.ts';
export { GatewayError, type GatewayErrorCode, type GatewayErrorData } from './gateway-error.ts';
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
export type { ConfigurationMode, ToolsetPresentation, UnequippedExposure } from './toolsets/configuration-mode.ts';
export { type OpenToolsets, type OpenToolsetsOptions, openToolsets } from './toolsets/open-toolsets.ts';
export type { ChangedToolPolicy, ToolNote, Toolset, ToolsetEntry } from './toolsets/toolset.ts';
export { describeFailure, type ToolsetFailure, type ToolsetOutcome } from './toolsets/toolset-failure.ts';
export { createToolsetStore, type ToolsetStore, type ToolsetStoreOptions } from './toolsets/toolset-store.ts';
export type { Toolsets } from './toolsets/toolsets.ts';
export {
  type InstructionsVerdict,
  instructionsHint,
  instructionsOf,
  type ServerInstructions,
} from './trust/known-instructions.ts';
export type {
  ChangedToolsSetting,
  InstructionsPin,
  KnownTools,
  KnownToolsSettings,
  NewToolsSetting,
  ToolPin,
  ToolVerdict,
} from './trust/known-tools.ts';
export { approveTools, type KnownToolsLocation, loadKnownTools, rememberTools } from './trust/known-tools-file.ts';
export {
  createServerTrust,
  type ServerTrust,
  type ServerTrustOptions,
  type StartableEntry,
} from './trust/server-trust.ts';
export { createToolTrust, shortHash, type ToolTrust, type ToolTrustOptions } from './trust/tool-trust.ts';
export { type ExposedResources, exposedResources, type IsReservedUri } from './upstreams/exposed-resources.ts';
export { findResourceConflicts, type ResourceConflict } from './upstreams/resource-conflicts.ts';
export type { UpstreamIndex } from './upstreams/upstream-index.ts';
export { refusalName } from './wire-errors.ts';
