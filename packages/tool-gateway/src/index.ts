// The public surface, written out by hand. Nothing else is exported.

export type { CallContext, CallProgress } from './call-context.ts';
export {
  type Catalogue,
  type CatalogueOptions,
  type CatalogueProblem,
  type CatalogueTool,
  createCatalogue,
  type ServerTools,
} from './catalogue.ts';
export { canAskUser } from './client-abilities.ts';
export type { ClientList, ClientLists } from './client-lists.ts';
export type { ToolsetSurface, UnequippedExposure } from './configuration-mode.ts';
export { type ExposedNameOptions, exposedNames, type NamedThing, preferredNameLength } from './exposed-name.ts';
export type { ForwardedMethod } from './forward-request.ts';
export {
  type CallOptions,
  type ClientNotification,
  createGateway,
  type EquippedTools,
  type Gateway,
  type GatewayOptions,
  type SessionStanding,
  type TrustedTools,
} from './gateway.ts';
export type { DecisionRecord, GatewayDecision, GatewayRefusal, GatewayRefusalCode } from './gateway-decision.ts';
export { GatewayError, type GatewayErrorCode, type GatewayErrorData } from './gateway-error.ts';
export {
  defineGatewayTool,
  type GatewayTool,
  type GatewayToolAnnotations,
  type GatewayToolResult,
  type TypedGatewayTool,
  type Viewer,
} from './gateway-tool.ts';
export type { JsonObject } from './json-object.ts';
export { judgeTool, mayCall, mayRead, mayUse, type Standing, type ToolIdentity } from './judge.ts';
export type {
  ChangedToolsSetting,
  KnownTools,
  KnownToolsSettings,
  NewToolsSetting,
  ToolPin,
  ToolVerdict,
  UnknownCause,
} from './known-tools.ts';
export { approveTools, type KnownToolsPlace, loadKnownTools, rememberTools } from './known-tools-file.ts';
export {
  CALL_TOOL_DESCRIPTION,
  type CallToolInput,
  callThroughMetaTool,
  callToolInput,
  describeToolTool,
  listToolsTool,
  META_TOOL_NAMES,
  type MetaToolOptions,
} from './meta-tools.ts';
export type { IsReservedUri, OfferedResources } from './offered-resources.ts';
export { type JudgedPart, judgedParts } from './ref-id.ts';
export type { AskClient, GatewayClient } from './relay.ts';
export type { ResourceRoutes } from './resource-routes.ts';
export { CHANGED_KEY, type ShownTool } from './shown-tool.ts';
export {
  countTokens,
  type EstimateSum,
  estimateTools,
  maxCountedCharacters,
  type ServerEstimate,
  sumEstimates,
  type TokenCount,
  type ToolEstimate,
} from './tokens.ts';
export type { ReferenceMatch, ToolReference } from './tool-reference.ts';
export { createToolTrust, type ToolTrust, type ToolTrustOptions } from './tool-trust.ts';
export type { ChangedToolPolicy, ToolNote, Toolset, ToolsetEntry } from './toolset.ts';
export {
  createMemoryToolsetStore,
  createToolsetStore,
  type ToolsetStore,
  type ToolsetStoreOptions,
} from './toolset-store.ts';
export { createToolsetTools, type ToolsetTools, type ToolsetToolsOptions, toolsetToolNames } from './toolset-tools.ts';
export type { ExposedPrompt, UpstreamIndex } from './upstream-index.ts';
