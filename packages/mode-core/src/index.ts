// Everything here is public API: add with care.

export type { CallContext, CircumstanceNeeds, Circumstances, ModeQuestion } from './circumstances/circumstances.ts';
export { decide, decideMany, explain } from './decide/decide.ts';
export { decideTaskTool, type TaskTool } from './decide/decide-task-tool.ts';
export { describeUnknownMode } from './decide/describe-unknown-mode.ts';
export { type CheckName, checkNames, type ExplainedStep, type Explanation } from './decide/explanation.ts';
export type { McpIdentity, ToolRequest } from './decide/request.ts';
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
export { jsonPointer, resolvePointer } from './json-pointer.ts';
export { findNextChange } from './list/find-next-change.ts';
export { listRestrictingModes } from './list/list-restricting-modes.ts';
export { type ListedCondition, listConditions } from './list/list-restrictions.ts';
export { type ListedTool, listTools } from './list/list-tools.ts';
export type { InventoryResource, InventoryServer, InventoryTool, McpInventory } from './mcp/inventory.ts';
export { buildMcpToolName, isMcpToolName, maxMcpToolNameLength, sanitizeMcpName } from './mcp/mcp-names.ts';
export { compileNamePattern } from './mcp/name-pattern.ts';
export { builtinModes, defaultModeSlug } from './modes/builtin-modes.ts';
export {
  type GroupEntry,
  type GroupOptions,
  getGroupName,
  getGroupOptions,
  type McpCondition,
  type McpConditions,
  type McpRestrictions,
  type McpSchedule,
  type McpToolReference,
  type ModeConfig,
  type ModeSource,
  type ToolGroup,
  toolGroups,
  type Weekday,
  weekdays,
} from './modes/mode.ts';
export { ModeError, type ModeErrorCode, type ModeErrorData } from './modes/mode-error.ts';
export {
  createModeProblem,
  type ModeProblem,
  type ModeProblemCode,
  type ModesOrigin,
  modeProblemSeverities,
  type TextPosition,
} from './modes/mode-problem.ts';
export {
  groupEntrySchema,
  mcpConditionSchema,
  mcpRestrictionsSchema,
  mcpScheduleSchema,
  mcpToolReferenceSchema,
  modeConfigSchema,
  modesFileSchema,
  slugPattern,
} from './modes/mode-schema.ts';
export { nearestName } from './nearest.ts';
export { type LoadedMode, type ParsedModes, parseModes } from './parse/parse-modes.ts';
export { unreadableModes } from './parse/unreadable-modes.ts';
export { type CompiledPattern, compilePattern, type PatternFailure } from './pattern/compile-pattern.ts';
export type { KnownText } from './pattern/known-text.ts';
export { compilePolicy } from './policy/compile-policy.ts';
export { findRule, isPlainGrant } from './policy/find-rule.ts';
export type { McpServerPlaces, McpServerPolicy, ModesInput, Policy, PolicyInput, PolicyMode } from './policy/policy.ts';
export { validateReferences } from './policy/validate-references.ts';
export { describeMcpTools, filterInventory } from './prompt/describe-mcp-tools.ts';
export {
  type PromptRules,
  type RuleFile,
  renderSystemPrompt,
  type SystemPromptOptions,
} from './prompt/render-system-prompt.ts';
export { type CallPaths, collectCallPaths, type ToolParameters } from './tools/call-paths.ts';
export { maxPathLength, normaliseProjectPath, type ProjectPath } from './tools/project-path.ts';
export { type CatalogueTool, findTool, type ToolPaths, toolCatalogue } from './tools/tool-catalogue.ts';
export { pathParameters } from './tools/tool-parameters.ts';
