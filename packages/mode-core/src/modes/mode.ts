/**
 * Tool groups of a mode, in display order. `browser` is still a group here, although newer upstream releases have
 * dropped it.
 */
export const toolGroups = ['read', 'edit', 'browser', 'command', 'mcp', 'modes'] as const;

/** Name of a tool group. */
export type ToolGroup = (typeof toolGroups)[number];

/** Source of a mode. A project mode hides a global mode with the same slug, and a global mode hides a built-in mode. */
export type ModeSource = 'builtin' | 'global' | 'project';

/** Restrictions in a group entry. */
export interface GroupOptions {
  /**
   * Unanchored JavaScript regular expression without flags, tested against the project-relative POSIX path. If it is
   * empty or absent, there is no restriction.
   */
  readonly fileRegex?: string;
  /** Description of the restriction, for people and error messages. */
  readonly description?: string;
}

/** A group that a mode may use: its name, or a pair consisting of a name and restrictions. */
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
  /**
   * Start of the time window: `HH:MM`, `00:00` to `23:59`, inclusive. Requires `to`; if neither is given, the window
   * covers the whole day.
   */
  readonly from?: string;
  /**
   * End of the time window: `HH:MM`, up to `24:00`, exclusive. If it is earlier than `from`, the window ends on the
   * next day.
   */
  readonly to?: string;
}

/** Conditions on the context of a call; all of the given conditions must be true. */
export interface McpCondition {
  /**
   * Patterns for branch names; at least one pattern must match. `*` and `?` are wildcards; a pattern must match the
   * whole name.
   */
  readonly branch?: string | readonly string[];
  /** If true, the condition is met only in CI; if false, it is met only outside CI. */
  readonly ci?: boolean;
  /** Allowed values by variable name; at least one value must match, with the same wildcards. */
  readonly env?: Readonly<Record<string, string | readonly string[]>>;
  readonly task?: McpTaskCondition;
}

/**
 * Possible states of a task that makes a call, in the order of its life cycle. `pending` is excluded, because the call
 * itself ends that state.
 */
export const conditionTaskStates = ['active', 'delegated', 'completed', 'failed', 'cancelled'] as const;

/** State that a condition can require. */
export type ConditionTaskState = (typeof conditionTaskStates)[number];

/** Conditions on the task to which a call belongs; all of the given conditions must be true. */
export interface McpTaskCondition {
  /**
   * Slugs of modes, with wildcards; at least one slug must match the mode of the parent task. A task without a parent
   * never matches.
   */
  readonly parentMode?: string | readonly string[];
  /** Number of ancestors of the task: an exact number, or a minimum and maximum, both inclusive. */
  readonly depth?: number | { readonly min?: number; readonly max?: number };
  /** Task states; the task must be in one of these states. */
  readonly state?: ConditionTaskState | readonly ConditionTaskState[];
}

/**
 * Conditions on MCP access, on commands, or on an entry in a list. An allow rule applies only if all conditions are
 * certainly true; a deny rule or an ask rule applies unless at least one condition certainly fails.
 */
export interface McpConditions {
  /** One or more weekly time windows; the current time must be within at least one of them. */
  readonly schedule?: McpSchedule | readonly McpSchedule[];
  readonly when?: McpCondition;
}

/** An MCP tool by server and tool name. Both may contain the wildcards `*` and `?`. */
export interface McpToolReference extends McpConditions {
  readonly serverName: string;
  readonly toolName: string;
}

/**
 * MCP servers and tools that a mode may use. Deny rules always take precedence, followed by ask rules. An allowlist,
 * even an empty one, excludes everything else that no ask rule covers. `schedule` and `when` restrict all MCP access.
 */
export interface McpRestrictions extends McpConditions {
  /**
   * Slugs of modes whose restrictions also apply to this mode, which cannot allow anything that one of those modes
   * refuses.
   */
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

/** A command rule with a reason or conditions. */
export interface CommandReference extends McpConditions {
  /** A command as a user would type it; a final `*` matches any further words. */
  readonly command: string;
  /** The reason for the rule, for people to read; repeated in questions. */
  readonly reason?: string;
}

/** A rule for commands: the command alone, or with a reason and conditions. */
export type CommandEntry = string | CommandReference;

/**
 * Commands that a mode may run. Deny rules always take precedence, followed by ask rules. An allowlist, even an empty
 * one, excludes everything else that no ask rule covers. `schedule` and `when` restrict all commands.
 */
export interface CommandRestrictions extends McpConditions {
  /**
   * Slugs of modes whose restrictions also apply to this mode, which cannot allow anything that one of those modes
   * refuses.
   */
  readonly extends?: string | readonly string[];
  readonly allowedCommands?: readonly CommandEntry[];
  /** Commands that need a person's consent. */
  readonly askCommands?: readonly CommandEntry[];
  readonly disallowedCommands?: readonly CommandEntry[];
}

/** Key of a mode whose restrictions other modes can inherit. */
export type RestrictionsKey = 'mcpRestrictions' | 'commandRestrictions';

/** A mode as written in `.roomodes` and `custom_modes.yaml`. Other keys remain unchanged on the object. */
export interface ModeConfig {
  /** Identifier of the mode: letters, digits and dashes, case-sensitive. */
  readonly slug: string;
  readonly name: string;
  readonly roleDefinition: string;
  readonly whenToUse?: string;
  readonly description?: string;
  readonly customInstructions?: string;
  /** Groups that the mode may use; with `[]`, the mode may use only the tools that are always available. */
  readonly groups: readonly GroupEntry[];
  /** Overwritten with the actual source of the mode when the mode is loaded. */
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

/** Returns the restrictions in an entry, or undefined for a plain name. */
export function getGroupOptions(entry: GroupEntry): GroupOptions | undefined {
  return typeof entry === 'string' ? undefined : entry[1];
}
