/** The tool groups a mode can hold, in display order. `browser` is a real group here; newer upstream releases dropped it. */
export const toolGroups = ['read', 'edit', 'browser', 'command', 'mcp', 'modes'] as const;

/** The name of a tool group. */
export type ToolGroup = (typeof toolGroups)[number];

/** Where a mode comes from; a later entry is hidden by an earlier one: project, then global, then builtin. */
export type ModeSource = 'builtin' | 'global' | 'project';

/** The limits of one group entry. */
export interface GroupOptions {
  /** Unanchored JavaScript regular expression without flags, tested on the project-relative POSIX path. Empty or absent: no limit. */
  readonly fileRegex?: string;
  /** The limit in words, for people and for error messages. */
  readonly description?: string;
}

/** One grant of a mode: a group name, or a pair of the name and its limits. */
export type GroupEntry = ToolGroup | readonly [ToolGroup, GroupOptions];

/** One MCP tool by the pair that identifies it. Both names may hold the wildcards `*` and `?`. */
export interface McpToolReference {
  readonly serverName: string;
  readonly toolName: string;
}

/** Which MCP servers and tools a mode may use. Deny entries always win; an allow list that is present, even empty, is closed. */
export interface McpRestrictions {
  readonly allowedServers?: readonly string[];
  readonly disallowedServers?: readonly string[];
  readonly allowedTools?: readonly McpToolReference[];
  readonly disallowedTools?: readonly McpToolReference[];
}

/** A mode as people write it in `.roomodes` and `custom_modes.yaml`. Keys not listed here ride along on the object untouched. */
export interface ModeConfig {
  /** Identity; letters, digits and dashes, case-sensitive. */
  readonly slug: string;
  readonly name: string;
  readonly roleDefinition: string;
  readonly whenToUse?: string;
  readonly description?: string;
  readonly customInstructions?: string;
  /** What the mode may use; `[]` leaves only the always-available tools. */
  readonly groups: readonly GroupEntry[];
  /** Overwritten on load by the file the mode came from. */
  readonly source?: 'global' | 'project';
  readonly mcpRestrictions?: McpRestrictions;
  /** Zoo Code's name for `mcpRestrictions.allowedServers`. */
  readonly allowedMcpServers?: readonly string[];
}

/** The group name of an entry in either form. */
export function getGroupName(entry: GroupEntry): ToolGroup {
  return typeof entry === 'string' ? entry : entry[0];
}

/** The limits of an entry, or undefined for the plain form. */
export function getGroupOptions(entry: GroupEntry): GroupOptions | undefined {
  return typeof entry === 'string' ? undefined : entry[1];
}
