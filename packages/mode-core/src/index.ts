// Everything here is public API: add with care.

export type { TextPosition } from '@modegate/json';
export type {
  CallContext,
  CircumstanceNeeds,
  CircumstanceSources,
  Circumstances,
  ModeQuestion,
  TaskContext,
} from './circumstances/circumstances.ts';
export { findMcpIdentity } from './decide/check-mcp.ts';
export type { CheckName } from './decide/checks.ts';
export { decide, decideMany, decideTaskTool, explain, type TaskTool } from './decide/decide.ts';
export type { ExplainedStep, Explanation } from './decide/explanation.ts';
export { describeUnknownMode } from './decide/mode-words.ts';
export type { McpIdentity, PathKind, ToolRequest } from './decide/request.ts';
export {
  type Allowance,
  type Decision,
  type DefaultRule,
  defaultRules,
  formatRule,
  type Refusal,
  type RefusalCode,
  type RefusalKind,
  type RuleLayer,
  type RuleReference,
  refusalCodes,
  refusalKinds,
} from './decision.ts';
export { findNextChange } from './list/find-next-change.ts';
export { type ListedCondition, listConditions, listRestrictingModes } from './list/list-restrictions.ts';
export { type ListedTool, listTools } from './list/list-tools.ts';
export { compileDisabledTool } from './mcp/disabled-tool.ts';
export type { InventoryResource, InventoryServer, InventoryTool, McpInventory } from './mcp/inventory.ts';
export { compileNamePattern } from './mcp/name-pattern.ts';
export type { McpServerPlaces, McpServerPolicy } from './mcp/server-policy.ts';
export { buildMcpToolName, maxMcpToolNameLength, sanitizeMcpName } from './mcp/wire-names.ts';
export { bobGroups, isBobFile } from './modes/bob-groups.ts';
export { builtinModes, defaultModeSlug } from './modes/builtin-modes.ts';
export {
  type ConditionTaskState,
  conditionTaskStates,
  type GroupEntry,
  type GroupOptions,
  getGroupName,
  getGroupOptions,
  type McpCondition,
  type McpConditions,
  type McpRestrictions,
  type McpSchedule,
  type McpTaskCondition,
  type McpToolReference,
  type ModeConfig,
  type ModeSource,
  type ToolGroup,
  toolGroups,
  type Weekday,
} from './modes/mode.ts';
export { ModeError, type ModeErrorCode, type ModeErrorData } from './modes/mode-error.ts';
export { createModeProblem, type ModeProblem, type ModeProblemCode, type ModesOrigin } from './modes/mode-problem.ts';
export {
  groupEntrySchema,
  mcpRestrictionsSchema,
  mcpToolReferenceSchema,
  modeConfigSchema,
  slugPattern,
} from './modes/mode-schema.ts';
export type { LoadedMode, ParsedModes } from './modes/parsed-modes.ts';
export { parseModes } from './parse/parse-modes.ts';
export { unreadableModes } from './parse/unreadable-modes.ts';
export { type CompiledPattern, compilePattern, type PatternFailure } from './pattern/compile-pattern.ts';
export type { KnownText } from './pattern/known-text.ts';
export { compileParsedPolicy, type ParsedPolicyInput } from './policy/compile-parsed-policy.ts';
export { compilePolicy } from './policy/compile-policy.ts';
export { findRule, isPlainGrant } from './policy/find-rule.ts';
export type { Policy } from './policy/policy.ts';
export { listServers, type ModesInput, type PolicyInput } from './policy/policy-input.ts';
export type { PolicyMode } from './policy/policy-mode.ts';
export { validateReferences } from './policy/validate-references.ts';
export { describeMcpTools, filterInventory } from './prompt/describe-mcp-tools.ts';
export {
  type PromptRules,
  type RuleFile,
  renderSystemPrompt,
  type SystemPromptOptions,
} from './prompt/render-system-prompt.ts';
export { type CallPaths, collectCallPaths, listCallPaths } from './tools/call-paths.ts';
export { type CatalogueTool, findTool, type ToolPaths, toolCatalogue } from './tools/tool-catalogue.ts';
export { pathParameters, type ToolParameters } from './tools/tool-parameters.ts';
