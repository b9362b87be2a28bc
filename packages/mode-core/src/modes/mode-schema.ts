// zod/mini parses like zod and keeps a browser bundle small.
import * as z from 'zod/mini';
import { conditionTaskStates, toolGroups, weekdays } from './mode.ts';

/** Slug rule of the family (`modeConfigSchema` of Roo Code's types package). */
export const slugPattern = /^[a-zA-Z0-9-]+$/;

const slug = z.string().check(z.regex(slugPattern));
const pattern = z.string().check(z.minLength(1));
const toolNames = {
  serverName: z.string().check(z.describe('Server name as configured; `*` and `?` are wildcards.')),
  toolName: z.string().check(z.describe('Tool name as the server gives it; `*` and `?` are wildcards.')),
};

/** A group entry: a group name, or a pair of name and limits. */
export const groupEntrySchema = z.union([
  z.enum(toolGroups),
  z.tuple([
    z.enum(toolGroups),
    z.looseObject({
      fileRegex: text(
        'Unanchored JavaScript regular expression, tested on the project-relative path with forward slashes.',
      ),
      description: text('The limit in words; shown when a file is refused.'),
    }),
  ]),
]);

/** A weekly time window in the local time of a time zone. */
export const mcpScheduleSchema = z.looseObject({
  timeZone: z.string().check(z.describe('IANA name such as Europe/Berlin, or UTC; there is no default.')),
  days: z.optional(
    z.array(z.enum(weekdays)).check(z.minLength(1), z.describe('Days on which the window begins. Default: every day.')),
  ),
  from: clock('Begin, HH:MM, inclusive; together with `to`. Without both: the whole day.', /^([01]\d|2[0-3]):[0-5]\d$/),
  to: clock('End, HH:MM, exclusive; before `from`: on the next day.', /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/),
});

const depth = z.int().check(z.minimum(0));

/** Conditions on the task of a call. */
export const mcpTaskConditionSchema = z.looseObject({
  parentMode: z.optional(
    z
      .union([pattern, nonEmpty(pattern)])
      .check(z.describe('Modes of the parent task, of which one must match; wildcards as in names.')),
  ),
  depth: z.optional(
    z
      .union([depth, z.looseObject({ min: z.optional(depth), max: z.optional(depth) })])
      .check(z.describe('How many ancestors the task has, 0 for none: exactly, or from `min` to `max`.')),
  ),
  state: z.optional(
    z
      .union([z.enum(conditionTaskStates), nonEmpty(z.enum(conditionTaskStates))])
      .check(z.describe("States of the task, of which one must be the task's.")),
  ),
});

/** Conditions on the context of a call. */
export const mcpConditionSchema = z.looseObject({
  branch: z.optional(
    z
      .union([pattern, nonEmpty(pattern)])
      .check(z.describe('Branches, of which one must match; wildcards as in names.')),
  ),
  ci: z.optional(z.boolean().check(z.describe('Whether the call must be made in CI, or outside it.'))),
  env: z.optional(
    z
      .record(z.string(), z.union([pattern, nonEmpty(pattern)]))
      .check(z.describe('Values by name, of which one must match; wildcards as in names.')),
  ),
  task: z.optional(mcpTaskConditionSchema.check(z.describe('What the task of a call must be.'))),
});

const conditionFields = {
  schedule: z.optional(
    z
      .union([mcpScheduleSchema, nonEmpty(mcpScheduleSchema)])
      .check(z.describe('When it applies: one time window of the week, or several of which one must match.')),
  ),
  when: z.optional(mcpConditionSchema.check(z.describe('Where it applies; every given key must match.'))),
};

/** An MCP tool by server name and tool name; `*` and `?` are wildcards. */
export const mcpToolReferenceSchema = z.looseObject({ ...toolNames, ...conditionFields });

/** @internal Names only: conditions of an entry are checked separately, with better messages. */
export const mcpToolNamesSchema = z.looseObject(toolNames);

/** MCP servers and tools that a mode may use. */
export const mcpRestrictionsSchema = z.looseObject({
  extends: z.optional(
    z
      .union([slug, nonEmpty(slug)])
      .check(z.describe('Slugs of modes whose restrictions hold here too; what one of them refuses stays refused.')),
  ),
  allowedServers: list(z.string(), 'Closed list of servers; `[]` allows none.'),
  disallowedServers: list(z.string(), 'Servers that are always refused.'),
  allowedTools: list(mcpToolReferenceSchema, 'Closed list of tools over all servers; `[]` allows none.'),
  disallowedTools: list(mcpToolReferenceSchema, 'Tools that are always refused.'),
  schedule: conditionFields.schedule,
  when: conditionFields.when,
});

/** A mode. Unknown keys are kept. */
export const modeConfigSchema = z.looseObject({
  slug: z.string().check(z.regex(slugPattern), z.describe('Identity of the mode: letters, digits and dashes.')),
  name: z.string().check(z.minLength(1), z.describe('Display name.')),
  roleDefinition: z
    .string()
    .check(z.minLength(1), z.describe('The role the agent takes in this mode; opens the system prompt.')),
  whenToUse: text('When to choose this mode; read by people and by orchestrating agents.'),
  description: text('One short phrase for lists.'),
  customInstructions: text('Further instructions, placed at the end of the system prompt.'),
  groups: z.array(groupEntrySchema).check(z.describe('The tool groups the mode holds, each with optional limits.')),
  source: z.optional(z.enum(['global', 'project']).check(z.describe('Set on load from the file the mode came from.'))),
  mcpRestrictions: z.optional(mcpRestrictionsSchema.check(z.describe('Which MCP servers and tools the mode may use.'))),
  allowedMcpServers: list(z.string(), 'The same as mcpRestrictions.allowedServers, as Zoo Code spells it.'),
  rulesFiles: list(
    z.looseObject({ relativePath: z.string(), content: z.optional(z.string()) }),
    'Rule files carried by an exported mode.',
  ),
});

/** A complete modes file. */
export const modesFileSchema = z.looseObject({ customModes: z.array(modeConfigSchema) });

/** Keys known to the family; others are kept and reported. Kilo, Zoo and Bob write `iconName` to `disabledTools`. */
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
