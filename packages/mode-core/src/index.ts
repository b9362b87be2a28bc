// Everything here is public API: add with care.
export { builtinModes, defaultModeSlug } from './builtin-modes.ts';
export type { CallContext, CircumstanceNeeds, Circumstances, ModeQuestion } from './circumstances.ts';
export { compilePolicy } from './compile-policy.ts';
export { decide, decideMany, explain } from './decide.ts';
export { decideTaskTool, type TaskTool } from './decide-task-tool.ts';
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
export { describeMcpTools, filterInventory } from './describe-mcp-tools.ts';
export { describeUnknownMode } from './describe-unknown-mode.ts';
export { type CheckName, checkNames, type ExplainedStep, type Explanation } from './explanation.ts';
export { findNextChange } from './find-next-change.ts';
export { findRule, isPlainGrant } from './find-rule.ts';
export { jsonPointer, resolvePointer } from './json-pointer.ts';
export { type ListedCondition, listConditions } from './list-conditions.ts';
export { listRestrictingModes } from './list-restricting-modes.ts';
export { type ListedTool, listTools } from './list-tools.ts';
export type { InventoryResource, InventoryServer, InventoryTool, McpInventory } from './mcp-inventory.ts';
export { buildMcpToolName, isMcpToolName, maxMcpToolNameLength, sanitizeMcpName } from './mcp-names.ts';
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
} from './mode.ts';
export { ModeError, type ModeErrorCode, type ModeErrorData } from './mode-error.ts';
export {
  createModeProblem,
  type ModeProblem,
  type ModeProblemCode,
  type ModesOrigin,
  modeProblemSeverities,
  type TextPosition,
} from './mode-problem.ts';
export {
  groupEntrySchema,
  mcpConditionSchema,
  mcpRestrictionsSchema,
  mcpScheduleSchema,
  mcpToolReferenceSchema,
  modeConfigSchema,
  modesFileSchema,
  slugPattern,
} from './mode-schema.ts';
export { compileNamePattern } from './name-pattern.ts';
export { nearestName } from './nearest.ts';
export { type LoadedMode, type ParsedModes, parseModes } from './parse-modes.ts';
export { pathParameters } from './path-keys.ts';
export { type CompiledPattern, compilePattern, type PatternFailure } from './pattern/compile-pattern.ts';
export type { KnownText } from './pattern/known-text.ts';
export type { McpServerPlaces, McpServerPolicy, ModesInput, Policy, PolicyInput, PolicyMode } from './policy.ts';
export { maxPathLength, normaliseProjectPath, type ProjectPath } from './project-path.ts';
export {
  type PromptRules,
  type RuleFile,
  renderSystemPrompt,
  type SystemPromptOptions,
} from './render-system-prompt.ts';
export type { McpIdentity, ToolRequest } from './request.ts';
export { type CatalogueTool, findTool, type ToolPaths, toolCatalogue } from './tool-catalogue.ts';
export { type CallPaths, collectCallPaths, type ToolParameters } from './tool-paths.ts';
export { unreadableModes } from './unreadable-modes.ts';
export { validateReferences } from './validate-references.ts';
