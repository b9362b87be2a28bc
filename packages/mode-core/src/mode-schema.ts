import * as z from 'zod';
import { toolGroups } from './mode.ts';

/** Slug rule of the family (`modeConfigSchema` of the Roo Code types package). */
export const slugPattern = /^[a-zA-Z0-9-]+$/;

/** One group entry: a group name, or a pair of the name and its limits. */
export const groupEntrySchema = z.union([
  z.enum(toolGroups),
  z.tuple([
    z.enum(toolGroups),
    z.looseObject({
      fileRegex: z
        .string()
        .optional()
        .describe(
          'Unanchored JavaScript regular expression, tested on the project-relative path with forward slashes.',
        ),
      description: z.string().optional().describe('The limit in words; shown when a file is refused.'),
    }),
  ]),
]);

/** One MCP tool, by server name and tool name; `*` and `?` are wildcards. */
export const mcpToolReferenceSchema = z.looseObject({
  serverName: z.string().describe('Server name as configured; `*` and `?` are wildcards.'),
  toolName: z.string().describe('Tool name as the server gives it; `*` and `?` are wildcards.'),
});

/** Which MCP servers and tools a mode may use. */
export const mcpRestrictionsSchema = z.looseObject({
  allowedServers: z.array(z.string()).optional().describe('Closed list of servers; `[]` allows none.'),
  disallowedServers: z.array(z.string()).optional().describe('Servers that are always refused.'),
  allowedTools: z
    .array(mcpToolReferenceSchema)
    .optional()
    .describe('Closed list of tools over all servers; `[]` allows none.'),
  disallowedTools: z.array(mcpToolReferenceSchema).optional().describe('Tools that are always refused.'),
});

/** One mode. Keys that are not listed are kept. */
export const modeConfigSchema = z.looseObject({
  slug: z.string().regex(slugPattern).describe('Identity of the mode: letters, digits and dashes.'),
  name: z.string().min(1).describe('Display name.'),
  roleDefinition: z.string().min(1).describe('The role the agent takes in this mode; opens the system prompt.'),
  whenToUse: z.string().optional().describe('When to choose this mode; read by people and by orchestrating agents.'),
  description: z.string().optional().describe('One short phrase for lists.'),
  customInstructions: z.string().optional().describe('Further instructions, placed at the end of the system prompt.'),
  groups: z.array(groupEntrySchema).describe('The tool groups the mode holds, each with optional limits.'),
  source: z.enum(['global', 'project']).optional().describe('Set on load from the file the mode came from.'),
  mcpRestrictions: mcpRestrictionsSchema.optional().describe('Which MCP servers and tools the mode may use.'),
  allowedMcpServers: z
    .array(z.string())
    .optional()
    .describe('The same as mcpRestrictions.allowedServers, as Zoo Code spells it.'),
  rulesFiles: z
    .array(z.looseObject({ relativePath: z.string(), content: z.string().optional() }))
    .optional()
    .describe('Rule files carried by an exported mode.'),
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
