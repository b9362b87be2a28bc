// The public surface, written out by hand. Nothing else is exported.

export { callTool, type ToolCall } from './calls/call-tool.ts';
export { type ResourceRequest, requestResource } from './calls/request-resource.ts';
export type { CatalogueProblem, ServerTools } from './catalogue/accept-definitions.ts';
export { type Catalogue, type CatalogueOptions, createCatalogue } from './catalogue/catalogue.ts';
export { type ExposedNameOptions, exposedNames, type NamedThing } from './catalogue/exposed-name.ts';
export type { JudgedPart } from './catalogue/ref-id.ts';
export {
  countTokens,
  type EstimateSum,
  estimateTools,
  type ServerEstimate,
  sumEstimates,
  type TokenCount,
  type ToolEstimate,
} from './catalogue/tokens.ts';
export type { ReferenceMatch, ToolReference } from './catalogue/tool-reference.ts';
export type { ToolIdentity, UpstreamTool } from './catalogue/upstream-tool.ts';
export type { AccessSources } from './clients/client-access.ts';
export type { ClientList, ClientLists } from './clients/client-lists.ts';
export type { ClientRequest } from './clients/client-request.ts';
export { type AddedClient, type ClientQuestion, canAskUser, type GatewayClient } from './clients/gateway-client.ts';
export type { ListKeeper } from './clients/list-keeper.ts';
export type { ServerNotification } from './clients/server-notifications.ts';
export type { ServerQuestions } from './clients/server-questions.ts';
export type { ShownTool, ShownTools } from './clients/shown-tool.ts';
export type { Subscriptions } from './clients/subscriptions.ts';
export { offeredConfigurationTools, toolsetToolNames } from './configuration-tools/configuration-tool-names.ts';
export { createConfigurationTools } from './configuration-tools/configuration-tools.ts';
export type { Access, SessionMode } from './decisions/access.ts';
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
export type { JsonObject } from './json-object.ts';
export type { MetaToolOptions } from './meta-tools/meta-tool-options.ts';
export { createMetaTools, META_TOOL_NAMES } from './meta-tools/meta-tools.ts';
export { openUpstreams, type Upstreams, type UpstreamsOptions } from './open-upstreams.ts';
export { type GatewayFront, type ServeGatewayOptions, serveGateway } from './serving/gateway-front.ts';
export type { ListedTools } from './serving/tool-lists.ts';
export type { Start } from './start.ts';
export type { ApplyOptions, ToolsetsEvent } from './toolsets/active-toolset.ts';
export type { ConfigurationMode, ToolsetSurface, UnequippedExposure } from './toolsets/configuration-mode.ts';
export { type OpenToolsets, type OpenToolsetsOptions, openToolsets } from './toolsets/open-toolsets.ts';
export type { ChangedToolPolicy, ToolNote, Toolset, ToolsetEntry } from './toolsets/toolset.ts';
export type { ToolsetExposure } from './toolsets/toolset-exposure.ts';
export { describeFailure, type ToolsetFailure, type ToolsetOutcome } from './toolsets/toolset-failure.ts';
export { createToolsetStore, type ToolsetStore, type ToolsetStoreOptions } from './toolsets/toolset-store.ts';
export type { Toolsets, ToolsetsOptions } from './toolsets/toolsets.ts';
export type {
  ChangedToolsSetting,
  KnownTools,
  KnownToolsSettings,
  NewToolsSetting,
  ToolPin,
  ToolVerdict,
  UnknownCause,
} from './trust/known-tools.ts';
export { approveTools, type KnownToolsPlace, loadKnownTools, rememberTools } from './trust/known-tools-file.ts';
export { createToolTrust, type ToolTrust, type ToolTrustOptions } from './trust/tool-trust.ts';
export type { IsReservedUri, OfferedResources } from './upstreams/offered-resources.ts';
export type { ResourceRoutes } from './upstreams/resource-routes.ts';
export type { ExposedPrompt, UpstreamIndex } from './upstreams/upstream-index.ts';
export { refusalName } from './wire-errors.ts';
