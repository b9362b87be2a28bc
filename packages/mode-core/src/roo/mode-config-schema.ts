import { attempt, isJsonObject } from '@modegate/json';
import { nearestName } from '@modegate/nearest-name';
import * as z from 'zod';
import {
  commandReferenceSchema,
  commandRestrictionsSchema,
  mcpRestrictionsSchema,
  mcpToolReferenceSchema,
  slugPattern,
} from '../modes/mode-schema.ts';

/** Tool groups of a current Roo mode. */
export const toolGroups = ['read', 'edit', 'command', 'mcp', 'modes'] as const;

/** Groups in older files that newer releases ignore; these groups are dropped before anything is checked. */
export const deprecatedToolGroups: readonly string[] = ['browser'];

/** Name of a tool group. */
export type ToolGroup = (typeof toolGroups)[number];

/** Options of a group entry; unknown keys are dropped. */
export const groupOptionsSchema = z.object({
  fileRegex: z
    .string()
    .optional()
    .refine((pattern) => pattern === undefined || compiles(pattern), 'Invalid regular expression pattern'),
  description: z.string().optional(),
});

/** A group entry: a group name, or a pair of name and options. */
export const groupEntrySchema = z.union([z.enum(toolGroups), z.tuple([z.enum(toolGroups), groupOptionsSchema])]);

/** Groups of a mode. Parsing drops deprecated groups, checks each entry, and then rejects duplicates. */
export const groupEntryArraySchema = z.preprocess(
  dropDeprecatedGroups,
  z
    .array(groupEntrySchema, { error: required })
    .refine((entries) => new Set(entries.map(nameOf)).size === entries.length, 'Duplicate groups are not allowed'),
);

const toolReferenceSchema = strictPart(mcpToolReferenceSchema.shape);
const commandEntrySchema = z.union([z.string().min(1), strictPart(commandReferenceSchema.shape)]);

const toolListSchema = z.array(toolReferenceSchema).optional();
const commandListSchema = z.array(commandEntrySchema).optional();

const restrictionsSchema = strictPart({
  ...mcpRestrictionsSchema.shape,
  allowedTools: toolListSchema,
  askTools: toolListSchema,
  disallowedTools: toolListSchema,
});

const commandsSchema = strictPart({
  ...commandRestrictionsSchema.shape,
  allowedCommands: commandListSchema,
  askCommands: commandListSchema,
  disallowedCommands: commandListSchema,
});

/**
 * A mode checked by the upstream project's rules and with its messages: unknown keys are dropped, and restrictions are
 * preserved.
 */
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
  commandRestrictions: commandsSchema.optional(),
  allowedMcpServers: z.array(z.string()).optional(),
});

/**
 * A modes file; as in the upstream project, the whole file is invalid if one mode is invalid or a slug occurs twice.
 */
export const customModesSettingsSchema = z.object({
  customModes: z
    .array(modeConfigSchema, { error: required })
    .refine(
      (modes) => new Set(modes.map((mode) => mode.slug)).size === modes.length,
      'Duplicate mode slugs are not allowed',
    ),
});

/** A mode as returned by {@link modeConfigSchema}. */
export type ModeConfig = z.output<typeof modeConfigSchema>;

/** Options of a group entry. */
export type GroupOptions = z.output<typeof groupOptionsSchema>;

/** A group entry in a mode. */
export type GroupEntry = z.output<typeof groupEntrySchema>;

/** Content of a modes file. */
export type CustomModesSettings = z.output<typeof customModesSettingsSchema>;

/** Texts in a user's settings that replace those of a built-in mode. */
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

/** Creates the schema for a part of a mode: unknown keys are dropped, except that a misspelt key is an error. */
function strictPart<Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  return z.preprocess((value) => dropForeignKeys(value, fields), z.strictObject(fields));
}

/** Retains known keys, and any key whose removal would lose a restriction; the strict schema then rejects such keys. */
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

/**
 * True if the engine can compile the pattern, which is all that the upstream project requires of a pattern in a file;
 * `decide` is stricter.
 */
function compiles(pattern: string): boolean {
  return attempt(() => new RegExp(pattern)) !== undefined;
}

/** Returns the upstream project's message for a missing key; for other problems, zod's message is used. */
function required(problem: { readonly input?: unknown }): string | undefined {
  return problem.input === undefined ? 'Required' : undefined;
}
