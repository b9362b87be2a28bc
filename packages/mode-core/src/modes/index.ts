// Everything here is public API: add with care.

export { bobGroups, isBobFile } from './bob-groups.ts';
export { builtinModes, defaultModeSlug } from './builtin-modes.ts';
export {
  type CommandEntry,
  type CommandReference,
  type CommandRestrictions,
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
  type RestrictionsKey,
  type ToolGroup,
  toolGroups,
  type Weekday,
} from './mode.ts';
export { createModeProblem } from './mode-problem.ts';
export {
  commandReferenceSchema,
  commandRestrictionsSchema,
  groupEntrySchema,
  mcpRestrictionsSchema,
  mcpToolReferenceSchema,
  modeConfigSchema,
  slugPattern,
} from './mode-schema.ts';
export { type LoadedMode, unreadableModes } from './parsed-modes.ts';
