// zod/mini parses as zod does and keeps the bundle of a browser small.
import * as z from 'zod/mini';
import { toolGroups } from './mode.ts';

/** Slug rule of the family (`modeConfigSchema` of the Roo Code types package). */
export const slugPattern = /^[a-zA-Z0-9-]+$/;

/** One group entry: a group name, or a pair of the name and its limits. */
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

/** One MCP tool, by server name and tool name; `*` and `?` are wildcards. */
export const mcpToolReferenceSchema = z.looseObject({
  serverName: z.string().check(z.describe('Server name as configured; `*` and `?` are wildcards.')),
  toolName: z.string().check(z.describe('Tool name as the server gives it; `*` and `?` are wildcards.')),
});

/** Which MCP servers and tools a mode may use. */
export const mcpRestrictionsSchema = z.looseObject({
  allowedServers: list(z.string(), 'Closed list of servers; `[]` allows none.'),
  disallowedServers: list(z.string(), 'Servers that are always refused.'),
  allowedTools: list(mcpToolReferenceSchema, 'Closed list of tools over all servers; `[]` allows none.'),
  disallowedTools: list(mcpToolReferenceSchema, 'Tools that are always refused.'),
});

/** One mode. Keys that are not listed are kept. */
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

/** A whole modes file. */
export const modesFileSchema = z.looseObject({ customModes: z.array(modeConfigSchema) });

/** The keys the family knows; any other is kept and reported. `iconName` to `disabledTools` are written by Kilo, Zoo and Bob. */
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

function list<Item extends z.ZodMiniType>(item: Item, description: string) {
  return z.optional(z.array(item).check(z.describe(description)));
}
