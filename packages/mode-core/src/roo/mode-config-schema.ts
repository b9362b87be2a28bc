import { isJsonObject } from '@modegate/json';
import { nearestName } from '@modegate/nearest-name';
import * as z from 'zod';
import { mcpRestrictionsSchema, mcpToolReferenceSchema, slugPattern } from '../modes/mode-schema.ts';

/** The tool groups a Roo mode can hold today. */
export const toolGroups = ['read', 'edit', 'command', 'mcp', 'modes'] as const;

/** Groups that older files hold and newer releases ignore; dropped before anything is checked. */
export const deprecatedToolGroups: readonly string[] = ['browser'];

/** The name of a tool group. */
export type ToolGroup = (typeof toolGroups)[number];

/** Options of a group entry; unknown keys are dropped. */
export const groupOptionsSchema = z.object({
  fileRegex: z
    .string()
    .optional()
    .refine((pattern) => pattern === undefined || compiles(pattern), 'Invalid regular expression pattern'),
  description: z.string().optional(),
});

/** One group entry: a group name, or a pair of the name and its options. */
export const groupEntrySchema = z.union([z.enum(toolGroups), z.tuple([z.enum(toolGroups), groupOptionsSchema])]);

/** The groups of a mode: deprecated ones dropped, then each entry checked, then no name twice. */
export const groupEntryArraySchema = z.preprocess(
  dropDeprecatedGroups,
  z
    .array(groupEntrySchema, { error: required })
    .refine((entries) => new Set(entries.map(nameOf)).size === entries.length, 'Duplicate groups are not allowed'),
);

const restrictionFields = mcpRestrictionsSchema.shape;
const toolReferenceSchema = z.preprocess(
  (entry) => dropForeignKeys(entry, mcpToolReferenceSchema.shape),
  z.strictObject(mcpToolReferenceSchema.shape),
);

/** The MCP restrictions: unknown keys are dropped, but one that looks like a misspelt restriction is an error. */
const restrictionsSchema = z.preprocess(
  (restrictions) => dropForeignKeys(restrictions, restrictionFields),
  z.strictObject({
    ...restrictionFields,
    allowedTools: z.array(toolReferenceSchema).optional(),
    disallowedTools: z.array(toolReferenceSchema).optional(),
  }),
);

/** One mode with upstream's rules and messages: unknown keys are dropped; the MCP restrictions are kept. */
export const modeConfigSchema = z.object({
  slug: z.string({ error: required }).regex(slugPattern, 'Slug must contain only letters numbers and dashes'),
  name: z.string({ error: required }).min(1, 'Name is required'),
  roleDefinition: z.string({ error: required }).min(1, 'Role definition is required'),
  whenToUse: z.string().optional(),
  description: z.string().optional(),
  customInstructions: z.string().optional(),
  groups: groupEntryArraySchema,
  source: z.enum(['global', 'project']).optional(),
  mcpRestrictions: restrictionsSchema.optional(),
  allowedMcpServers: z.array(z.string()).optional(),
});

/** A modes file: every mode valid and no slug twice, or the whole file fails, as upstream has it. */
export const customModesSettingsSchema = z.object({
  customModes: z
    .array(modeConfigSchema, { error: required })
    .refine(
      (modes) => new Set(modes.map((mode) => mode.slug)).size === modes.length,
      'Duplicate mode slugs are not allowed',
    ),
});

/** One mode, as {@link modeConfigSchema} returns it. */
export type ModeConfig = z.output<typeof modeConfigSchema>;

/** The options of a group entry. */
export type GroupOptions = z.output<typeof groupOptionsSchema>;

/** One group entry of a mode. */
export type GroupEntry = z.output<typeof groupEntrySchema>;

/** The content of a modes file. */
export type CustomModesSettings = z.output<typeof customModesSettingsSchema>;

/** Texts that a user's settings put in place of a built-in mode's own. */
export interface PromptComponent {
  readonly roleDefinition?: string | undefined;
  readonly whenToUse?: string | undefined;
  readonly description?: string | undefined;
  readonly customInstructions?: string | undefined;
}

function dropDeprecatedGroups(groups: unknown): unknown {
  if (!Array.isArray(groups)) return groups;
  return (groups as readonly unknown[]).filter((entry) => {
    const name: unknown = Array.isArray(entry) ? entry[0] : entry;
    return typeof name !== 'string' || !deprecatedToolGroups.includes(name);
  });
}

/** What is left besides the known keys is what would limit nothing if it were dropped, and then fails the strict schema. */
function dropForeignKeys(value: unknown, known: object): unknown {
  if (!isJsonObject(value)) return value;
  const names = Object.keys(known);
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => names.includes(key) || nearestName(key, names) !== undefined),
  );
}

function nameOf(entry: GroupEntry): ToolGroup {
  return typeof entry === 'string' ? entry : entry[0];
}

/** Whether the engine can read the pattern at all, which is all that upstream asks of a file; `decide` is stricter. */
function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}

/** What upstream says of a missing key; anything else stays in zod's own words. */
function required(problem: { readonly input?: unknown }): string | undefined {
  return problem.input === undefined ? 'Required' : undefined;
}
