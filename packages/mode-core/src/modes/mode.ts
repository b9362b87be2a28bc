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

/** The days of a schedule, in the order of the week. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** One day of a schedule. */
export type Weekday = (typeof weekdays)[number];

/** One time window of the week by the wall clock of a time zone. It has days, or times, or both. */
export interface McpSchedule {
  /** IANA name such as `Europe/Berlin` or `UTC`. There is no default. */
  readonly timeZone: string;
  /** The days on which the window begins. Default: every day. */
  readonly days?: readonly Weekday[];
  /** `HH:MM`, `00:00` to `23:59`, inclusive. Given together with `to`; without both: the whole day. */
  readonly from?: string;
  /** `HH:MM`, up to `24:00`, exclusive. Before `from`: the window ends on the day after the one it began on. */
  readonly to?: string;
}

/** What the context of a call must be; every key that is given must hold. */
export interface McpCondition {
  /** Names of branches, of which one must match. `*` and `?` are wildcards over the whole name. */
  readonly branch?: string | readonly string[];
  /** Whether the call must be made in CI, or outside it. */
  readonly ci?: boolean;
  /** By name, the values of which one must match, with the same wildcards. */
  readonly env?: Readonly<Record<string, string | readonly string[]>>;
  readonly task?: McpTaskCondition;
}

/** Every state that a task may have when a call is made for it, in the order of a task's life; the call itself ends `pending`. */
export const conditionTaskStates = ['active', 'delegated', 'completed', 'failed', 'cancelled'] as const;

/** A state that a condition may ask for. */
export type ConditionTaskState = (typeof conditionTaskStates)[number];

/** What the task of a call must be; every key that is given must hold. */
export interface McpTaskCondition {
  /** Slugs of modes, of which one must be that of the parent task; a task without a parent has none. With wildcards. */
  readonly parentMode?: string | readonly string[];
  /** How many ancestors the task has: exactly so many, or so many at least and at most, both inclusive. */
  readonly depth?: number | { readonly min?: number; readonly max?: number };
  /** States, of which one must be the task's. */
  readonly state?: ConditionTaskState | readonly ConditionTaskState[];
}

/** What MCP access, or one entry of a tool list, depends on. An allowance counts only where all of it surely holds, a denial unless it surely does not. */
export interface McpConditions {
  /** One time window of the week, or several of which one must match. */
  readonly schedule?: McpSchedule | readonly McpSchedule[];
  readonly when?: McpCondition;
}

/** One MCP tool by the pair that identifies it. Both names may hold the wildcards `*` and `?`. */
export interface McpToolReference extends McpConditions {
  readonly serverName: string;
  readonly toolName: string;
}

/**
 * Which MCP servers and tools a mode may use. Deny entries always win; an allow list that is present, even empty, is closed. `schedule`
 * and `when` say where the mode may use MCP at all.
 */
export interface McpRestrictions extends McpConditions {
  /** Slugs of modes whose restrictions hold here too; what one of them refuses, this mode cannot allow. */
  readonly extends?: string | readonly string[];
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
