// The names that extensions of the Roo family already import. Everything here is public API: add with care.

export { defaultModeSlug } from '../modes/builtin-modes.ts';
export { FileRestrictionError } from './file-restriction-error.ts';
export { getFullModeDetails } from './full-mode-details.ts';
export { isServerAllowedForMode, isToolAllowedForModeAndServer, type McpRestrictions } from './mcp-checks.ts';
export {
  buildMcpToolName,
  isMcpTool,
  MCP_TOOL_PREFIX,
  MCP_TOOL_SEPARATOR,
  type McpToolNameParts,
  normalizeForComparison,
  normalizeMcpToolName,
  parseMcpToolName,
  sanitizeMcpName,
  toolNamesMatch,
} from './mcp-tool-name.ts';
export {
  type CustomModesSettings,
  customModesSettingsSchema,
  deprecatedToolGroups,
  type GroupEntry,
  type GroupOptions,
  groupEntryArraySchema,
  groupEntrySchema,
  groupOptionsSchema,
  type ModeConfig,
  modeConfigSchema,
  type PromptComponent,
  type ToolGroup,
  toolGroups,
} from './mode-config-schema.ts';
export {
  defaultPrompts,
  getCustomInstructions,
  getDescription,
  getModeSelection,
  getRoleDefinition,
  getWhenToUse,
  type ModeSelection,
} from './mode-texts.ts';
export {
  findModeBySlug,
  getAllModes,
  getModeBySlug,
  getModeConfig,
  isCustomMode,
  type Mode,
  modes,
} from './modes.ts';
export {
  createToolChecks,
  isToolAllowedForMode,
  type ToolChecks,
  validateToolUse,
} from './tool-checks.ts';
export type { Experiments, McpContext, ToolRequirements } from './tool-question.ts';
export {
  ALWAYS_AVAILABLE_TOOLS,
  getGroupName,
  getToolsForMode,
  isValidToolName,
  TOOL_ALIASES,
  TOOL_DISPLAY_NAMES,
  TOOL_GROUPS,
  type ToolGroupConfig,
  type ToolName,
  toolNames,
} from './tools.ts';
