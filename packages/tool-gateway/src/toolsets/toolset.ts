import * as z from 'zod';

/** Policy for a tool whose definition has changed since the set was built: serve it with a warning, or withhold it. */
export type ChangedToolPolicy = 'flag' | 'withhold';

/** One tool in a set, in the state that it had when the set was created. */
export interface ToolsetEntry {
  /** `server.tool`, verbatim. */
  readonly namespacedName: string;
  /** Hash of the tool's definition; absent in handwritten files, in which the name identifies the tool. */
  readonly refId?: string | undefined;
  /**
   * The server's name, since a tool name that contains several dots does not identify the server; absent in handwritten
   * files.
   */
  readonly server?: string | undefined;
}

/** A note shown in a tool's description while the set is equipped. */
export interface ToolNote {
  readonly name: string;
  readonly note: string;
}

/** The notes on one tool in a set. */
export interface ToolNotes {
  readonly toolRef: ToolsetEntry;
  readonly notes: readonly ToolNote[];
}

/** A named selection of tools in its stored form: plain JSON, including unknown members. */
export interface Toolset {
  /** 2 to 50 characters from `a-z 0-9 -`. */
  readonly name: string;
  readonly description?: string | undefined;
  readonly tools: readonly ToolsetEntry[];
  readonly toolNotes?: readonly ToolNotes[] | undefined;
  /** Time in epoch milliseconds. */
  readonly createdAt: number;
  /** Time in epoch milliseconds. */
  readonly lastModified: number;
  /** Overrides the server's policy for changed tools. */
  readonly onChange?: ChangedToolPolicy | undefined;
}

/** Limits on toolsets, their notes and requests. */
export const TOOLSET_LIMITS = {
  minNameLength: 2,
  maxNameLength: 50,
  maxTools: 100,
  maxDescriptionLength: 200,
  maxNoteLength: 500,
  maxNotesPerCall: 20,
  maxNotesPerTool: 50,
} as const;

/** Pattern for the names of toolsets and notes. */
export const TOOLSET_NAME_PATTERN = /^[a-z0-9-]+$/;

/** The name of a toolset or of a note. */
export const toolsetNameSchema: z.ZodString = z
  .string()
  .min(TOOLSET_LIMITS.minNameLength)
  .max(TOOLSET_LIMITS.maxNameLength)
  .regex(TOOLSET_NAME_PATTERN);

/** A note, as submitted and as stored. */
export const toolNoteSchema: z.ZodObject<{ name: z.ZodString; note: z.ZodString }, z.core.$strict> = z.strictObject({
  name: toolsetNameSchema.describe('A short name for the note: lower-case letters, digits and hyphens.'),
  note: z.string().min(1).max(TOOLSET_LIMITS.maxNoteLength).describe('A reminder for users of the tool.'),
});

const entrySchema = z
  .looseObject({
    namespacedName: z.string().min(1),
    refId: z.string().min(1).optional(),
    server: z.string().optional(),
  })
  .refine((entry) => entry.server === undefined || entry.namespacedName.startsWith(`${entry.server}.`), {
    error: 'namespacedName must begin with the server and a dot',
  });

// The range of `Date`.
const time = z.number().int().min(0).max(8.64e15);

const storedSchema: z.ZodType<Toolset> = z.looseObject({
  name: toolsetNameSchema,
  description: z.string().optional(),
  tools: z.array(entrySchema).min(1),
  toolNotes: z.array(z.looseObject({ toolRef: entrySchema, notes: z.array(toolNoteSchema.loose()) })).optional(),
  createdAt: time,
  lastModified: time,
  onChange: z.enum(['flag', 'withhold']).optional(),
});

/** A parsed toolset, or the reason why it is invalid. */
export type ParsedToolset =
  | { readonly ok: true; readonly toolset: Toolset }
  | { readonly ok: false; readonly reason: string };

/** Parses one stored toolset; preserves unknown members. */
export function parseToolset(name: string, value: unknown): ParsedToolset {
  const parsed = storedSchema.safeParse(value);
  if (!parsed.success) return { ok: false, reason: describeIssue(parsed.error) };
  if (parsed.data.name === name) return { ok: true, toolset: parsed.data };
  return { ok: false, reason: `its member 'name' is '${parsed.data.name}'` };
}

/** Returns the reason why a string is not a valid toolset name; undefined if it is valid. */
export function findNameProblem(name: string): string | undefined {
  const { minNameLength, maxNameLength } = TOOLSET_LIMITS;
  if (name.length < minNameLength || name.length > maxNameLength) {
    return `A toolset's name must have ${minNameLength} to ${maxNameLength} characters, but ${quoteShort(name)} has ${name.length}.`;
  }
  if (TOOLSET_NAME_PATTERN.test(name)) return undefined;
  const fixed = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  const hint = fixed.length < minNameLength ? '' : ` '${fixed}' would do.`;
  return `A toolset's name must consist of lower-case letters, digits and hyphens, but ${quoteShort(name)} does not.${hint}`;
}

/** Returns text in quotes, on one line, truncated to about 80 characters. */
export function quoteShort(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ');
  return `'${line.length <= 80 ? line : `${line.slice(0, 79)}…`}'`;
}

function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'it is not valid';
  const path = issue.path.join('.');
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}
