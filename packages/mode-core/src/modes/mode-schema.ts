// zod/mini parses in the same way as zod and keeps a browser bundle small.
import * as z from 'zod/mini';
import { conditionTaskStates, toolGroups, weekdays } from './mode.ts';

/** Rule for slugs in the Roo family (`modeConfigSchema` in Roo Code's types package). */
export const slugPattern = /^[a-zA-Z0-9-]+$/;

const slug = z.string().check(z.regex(slugPattern));
const pattern = z.string().check(z.minLength(1));
const toolNames = {
  serverName: z.string().check(z.describe('Server name as configured; `*` and `?` are wildcards.')),
  toolName: z.string().check(z.describe('Tool name as the server reports it; `*` and `?` are wildcards.')),
};

/** A group entry: a group name, or a pair consisting of a name and restrictions. */
export const groupEntrySchema = z.union([
  z.enum(toolGroups),
  z.tuple([
    z.enum(toolGroups),
    z.looseObject({
      fileRegex: text(
        'Unanchored JavaScript regular expression, tested against the project-relative path with forward slashes.',
      ),
      description: text('Description of the limit; shown when a file is refused.'),
    }),
  ]),
]);

/** A weekly time window in the local time of a time zone. */
export const mcpScheduleSchema = z.looseObject({
  timeZone: z.string().check(z.describe('IANA name such as Europe/Berlin, or UTC; required.')),
  days: z.optional(
    z.array(z.enum(weekdays)).check(z.minLength(1), z.describe('Days on which the window starts. Default: every day.')),
  ),
  from: clock(
    'Start time (HH:MM), inclusive; requires `to`. If both are omitted, the window is the whole day.',
    /^([01]\d|2[0-3]):[0-5]\d$/,
  ),
  to: clock(
    'End time (HH:MM), exclusive; if it is before `from`, it is on the next day.',
    /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/,
  ),
});

const depth = z.int().check(z.minimum(0));

/** Conditions on the task to which a call belongs. */
export const mcpTaskConditionSchema = z.looseObject({
  parentMode: z.optional(
    z
      .union([pattern, nonEmpty(pattern)])
      .check(z.describe('Modes, one of which must match the mode of the parent task; wildcards work as in names.')),
  ),
  depth: z.optional(
    z
      .union([depth, z.looseObject({ min: z.optional(depth), max: z.optional(depth) })])
      .check(
        z.describe('Number of ancestors of the task (0 for none): an exact number, or a range from `min` to `max`.'),
      ),
  ),
  state: z.optional(
    z
      .union([z.enum(conditionTaskStates), nonEmpty(z.enum(conditionTaskStates))])
      .check(z.describe('States; the task must be in one of them.')),
  ),
});

/** Conditions on the context of a call. */
export const mcpConditionSchema = z.looseObject({
  branch: z.optional(
    z
      .union([pattern, nonEmpty(pattern)])
      .check(z.describe('Branches, one of which must match; wildcards work as in names.')),
  ),
  ci: z.optional(
    z.boolean().check(z.describe('If true, this applies only in CI. If false, it applies only outside CI.')),
  ),
  env: z.optional(
    z
      .record(z.string(), z.union([pattern, nonEmpty(pattern)]))
      .check(z.describe('Values by variable name; for each name, one value must match. Wildcards work as in names.')),
  ),
  task: z.optional(mcpTaskConditionSchema.check(z.describe('Conditions on the task of a call.'))),
});

const conditionFields = {
  schedule: z.optional(
    z
      .union([mcpScheduleSchema, nonEmpty(mcpScheduleSchema)])
      .check(z.describe('Weekly time window in which this applies, or a list of windows, one of which must match.')),
  ),
  when: z.optional(
    mcpConditionSchema.check(z.describe('Context in which this applies; all of the given conditions must hold.')),
  ),
};

/** An MCP tool by server name and tool name; `*` and `?` are wildcards. */
export const mcpToolReferenceSchema = z.looseObject({ ...toolNames, ...conditionFields });

/** @internal Checks only names: the conditions of an entry are checked separately, with better messages. */
export const mcpToolNamesSchema = z.looseObject(toolNames);

const parents = z.optional(
  z
    .union([slug, nonEmpty(slug)])
    .check(
      z.describe('Slugs of modes whose restrictions also apply here; this mode cannot allow what one of them refuses.'),
    ),
);

/** MCP servers and tools that a mode may use. */
export const mcpRestrictionsSchema = z.looseObject({
  extends: parents,
  allowedServers: list(z.string(), 'The only servers that are allowed; `[]` allows none.'),
  askServers: list(z.string(), "Servers whose calls need a person's consent."),
  disallowedServers: list(z.string(), 'Servers that are always refused.'),
  allowedTools: list(mcpToolReferenceSchema, 'The only tools that are allowed, across all servers; `[]` allows none.'),
  askTools: list(mcpToolReferenceSchema, "Tools whose calls need a person's consent."),
  disallowedTools: list(mcpToolReferenceSchema, 'Tools that are always refused.'),
  ...conditionFields,
});

/** A command as a user would type it, with a reason and conditions. */
export const commandReferenceSchema = z.looseObject({
  command: pattern.check(z.describe('Command as typed in a shell; a final `*` matches any further words.')),
  reason: text('Reason to show to people; consent questions include it.'),
  ...conditionFields,
});

const commands = z.union([pattern, commandReferenceSchema]);

/** Commands that a mode may run. */
export const commandRestrictionsSchema = z.looseObject({
  extends: parents,
  allowedCommands: list(
    commands,
    'The only commands that are allowed, compared word by word; a final `*` matches any further words. `[]` allows none.',
  ),
  askCommands: list(commands, "Commands that need a person's consent, whatever words follow."),
  disallowedCommands: list(commands, 'Commands that are always refused, whatever words follow.'),
  ...conditionFields,
});

/** A mode. Unknown keys are preserved. */
export const modeConfigSchema = z.looseObject({
  slug: z.string().check(z.regex(slugPattern), z.describe('Identifier of the mode: letters, digits and dashes.')),
  name: z.string().check(z.minLength(1), z.describe('Display name.')),
  roleDefinition: z
    .string()
    .check(z.minLength(1), z.describe('Role of the agent in this mode; the start of the system prompt.')),
  whenToUse: text('When to choose this mode; read by people and by orchestrating agents.'),
  description: text('One short phrase for lists.'),
  customInstructions: text('Further instructions, placed at the end of the system prompt.'),
  groups: z.array(groupEntrySchema).check(z.describe('Tool groups of the mode, each with optional limits.')),
  source: z.optional(
    z.enum(['global', 'project']).check(z.describe('Set when the mode is loaded, based on its file.')),
  ),
  mcpRestrictions: z.optional(mcpRestrictionsSchema.check(z.describe('MCP servers and tools that the mode may use.'))),
  commandRestrictions: z.optional(commandRestrictionsSchema.check(z.describe('Commands that the mode may run.'))),
  allowedMcpServers: list(z.string(), 'Name of mcpRestrictions.allowedServers in Zoo Code.'),
  rulesFiles: list(
    z.looseObject({ relativePath: z.string(), content: z.optional(z.string()) }),
    'Rule files of an exported mode.',
  ),
});

/** A complete modes file. */
export const modesFileSchema = z.looseObject({ customModes: z.array(modeConfigSchema) });

/**
 * Keys known to the Roo family; other keys are preserved and reported. The last keys, from `iconName` to
 * `disabledTools`, are written by Kilo, Zoo and Bob.
 */
export const knownModeKeys: ReadonlySet<string> = new Set([
  ...Object.keys(modeConfigSchema.shape),
  'iconName',
  'preferredProviderId',
  'preferredModelId',
  'disabledTools',
]);

function text(description: string) {
  return z.optional(z.string().check(z.describe(description)));
}

function clock(description: string, form: RegExp) {
  return z.optional(z.string().check(z.regex(form), z.describe(description)));
}

function nonEmpty<Item extends z.ZodMiniType>(item: Item) {
  return z.array(item).check(z.minLength(1));
}

function list<Item extends z.ZodMiniType>(item: Item, description: string) {
  return z.optional(z.array(item).check(z.describe(description)));
}
