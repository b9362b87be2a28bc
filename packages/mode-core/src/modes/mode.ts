/**
 * Tool groups of a mode, in display order. `browser` is still a group here, although newer upstream releases have
 * dropped it.
 */
export const toolGroups = ['read', 'edit', 'browser', 'command', 'mcp', 'modes'] as const;

/** Name of a tool group. */
export type ToolGroup = (typeof toolGroups)[number];

/** Source of a mode. A project mode hides a global one with the same slug, which hides a built-in one. */
export type ModeSource = 'builtin' | 'global' | 'project';

/** Limits of a group entry. */
export interface GroupOptions {
  /**
   * Unanchored JavaScript regular expression without flags, tested against the project-relative POSIX path. Empty or
   * absent: no limit.
   */
  readonly fileRegex?: string;
  /** Description of the limit, for people and error messages. */
  readonly description?: string;
}

/** A group that a mode may use: its name, or a pair of name and limits. */
export type GroupEntry = ToolGroup | readonly [ToolGroup, GroupOptions];

/** Days of a schedule, starting on Monday. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Day of a schedule. */
export type Weekday = (typeof weekdays)[number];

/** A weekly time window in the local time of a time zone, with days, times, or both. */
export interface McpSchedule {
  /** IANA name such as `Europe/Berlin` or `UTC`. Required. */
  readonly timeZone: string;
  /** Days on which the window starts. Default: every day. */
  readonly days?: readonly Weekday[];
  /** `HH:MM`, `00:00` to `23:59`, inclusive. Requires `to`; without both, the window covers the whole day. */
  readonly from?: string;
  /** `HH:MM`, up to `24:00`, exclusive. If it is before `from`, the window ends on the next day. */
  readonly to?: string;
}

/** Conditions on the context of a call; all given keys must hold. */
export interface McpCondition {
  /** Branch names; at least one must match. `*` and `?` are wildcards; the pattern must match the whole name. */
  readonly branch?: string | readonly string[];
  /** True if the condition holds only in CI, false if it holds only outside CI. */
  readonly ci?: boolean;
  /** Allowed values by variable name; at least one value must match, with the same wildcards. */
  readonly env?: Readonly<Record<string, string | readonly string[]>>;
  readonly task?: McpTaskCondition;
}

/**
 * Possible states of a task that makes a call, in the order of its life cycle. Excludes `pending`, since the call
 * itself ends that state.
 */
export const conditionTaskStates = ['active', 'delegated', 'completed', 'failed', 'cancelled'] as const;

/** State that a condition can require. */
export type ConditionTaskState = (typeof conditionTaskStates)[number];

/** Conditions on the task of a call; all given keys must hold. */
export interface McpTaskCondition {
  /**
   * Slugs of modes, with wildcards; at least one must match the mode of the parent task. A task without a parent never
   * matches.
   */
  readonly parentMode?: string | readonly string[];
  /** Number of ancestors of the task: an exact number, or a minimum and maximum, both inclusive. */
  readonly depth?: number | { readonly min?: number; readonly max?: number };
  /** States; the task must be in one of them. */
  readonly state?: ConditionTaskState | readonly ConditionTaskState[];
}

/**
 * Conditions on MCP access, on commands or on an entry of a list. An allowance applies only if all conditions certainly
 * hold; a denial or a question applies unless one certainly fails.
 */
export interface McpConditions {
  /** One weekly time window, or several, at least one of which must be open. */
  readonly schedule?: McpSchedule | readonly McpSchedule[];
  readonly when?: McpCondition;
}

/** An MCP tool by server and tool name. Both may contain the wildcards `*` and `?`. */
export interface McpToolReference extends McpConditions {
  readonly serverName: string;
  readonly toolName: string;
}

/**
 * MCP servers and tools that a mode may use. A denial always wins, then a question. An allow list, even an empty one,
 * excludes everything else that no question covers. `schedule` and `when` limit all MCP access.
 */
export interface McpRestrictions extends McpConditions {
  /** Slugs of modes whose restrictions also apply here. This mode cannot allow anything that one of them refuses. */
  readonly extends?: string | readonly string[];
  readonly allowedServers?: readonly string[];
  /** Servers whose calls need a person's consent. */
  readonly askServers?: readonly string[];
  readonly disallowedServers?: readonly string[];
  readonly allowedTools?: readonly McpToolReference[];
  /** Tools whose calls need a person's consent. */
  readonly askTools?: readonly McpToolReference[];
  readonly disallowedTools?: readonly McpToolReference[];
}

/** A rule for commands with a reason or conditions. */
export interface CommandReference extends McpConditions {
  /** A command as a user would type it; a final `*` matches any further words. */
  readonly command: string;
  /** Reason for people to read; repeated in questions. */
  readonly reason?: string;
}

/** A rule for commands: the command alone, or with a reason and conditions. */
export type CommandEntry = string | CommandReference;

/**
 * Commands that a mode may run. A denial always wins, then a question. An allow list, even an empty one, excludes
 * everything else that no question covers. `schedule` and `when` limit all commands.
 */
export interface CommandRestrictions extends McpConditions {
  /** Slugs of modes whose restrictions also apply here. This mode cannot allow anything that one of them refuses. */
  readonly extends?: string | readonly string[];
  readonly allowedCommands?: readonly CommandEntry[];
  /** Commands that need a person's consent. */
  readonly askCommands?: readonly CommandEntry[];
  readonly disallowedCommands?: readonly CommandEntry[];
}

/** Key of a mode whose restrictions other modes can inherit. */
export type RestrictionsKey = 'mcpRestrictions' | 'commandRestrictions';

/** A mode as written in `.roomodes` and `custom_modes.yaml`. Other keys are kept unchanged on the object. */
export interface ModeConfig {
  /** Identity: letters, digits and dashes, case-sensitive. */
  readonly slug: string;
  readonly name: string;
  readonly roleDefinition: string;
  readonly whenToUse?: string;
  readonly description?: string;
  readonly customInstructions?: string;
  /** Groups that the mode may use; `[]` leaves only the always-available tools. */
  readonly groups: readonly GroupEntry[];
  /** Overwritten on load by the actual source of the mode. */
  readonly source?: 'global' | 'project';
  readonly mcpRestrictions?: McpRestrictions;
  readonly commandRestrictions?: CommandRestrictions;
  /** Zoo Code's name for `mcpRestrictions.allowedServers`. */
  readonly allowedMcpServers?: readonly string[];
}

/** Returns the group name of an entry in either form. */
export function getGroupName(entry: GroupEntry): ToolGroup {
  return typeof entry === 'string' ? entry : entry[0];
}

/** Returns the limits of an entry, or undefined for a plain name. */
export function getGroupOptions(entry: GroupEntry): GroupOptions | undefined {
  return typeof entry === 'string' ? undefined : entry[1];
}
