import * as z from 'zod';

/*
 * The file of trusted servers:
 *   { "version": 1, "projects": { "<real path of the project>": { "<hash of the entry>": { "name", "agreed" } } } }
 * Times are ISO 8601. It holds no command and no secret: a hash stands for what was agreed to. What this version does not know is kept.
 */
const fileSchema = z.looseObject({
  version: z.literal(1).optional(),
  projects: z
    .record(z.string(), z.record(z.string(), z.looseObject({ name: z.string(), agreed: z.string() })))
    .optional(),
});

/** A server that a person has agreed to start. */
export interface TrustedServer {
  readonly name: string;
  /** ISO 8601. */
  readonly agreed: string;
}

/** The trusted servers of one project, by the hash of their entries. */
export type TrustedServers = ReadonlyMap<string, TrustedServer>;

/** The trusted servers in a text, or a reason why the text cannot be used, which completes "it … ". */
export type TrustedServersReading =
  | { readonly ok: true; readonly servers: TrustedServers }
  | { readonly ok: false; readonly reason: string };

/** Reads the trusted servers of one project; without a text there are none. */
export function readTrustedServers(text: string | undefined, projectRoot: string): TrustedServersReading {
  const file = parseFile(text);
  if (typeof file === 'string') return { ok: false, reason: file };
  return { ok: true, servers: new Map(Object.entries(ofProject(file, projectRoot))) };
}

/**
 * Writes the trusted servers of one project into a text, in the place of those that it has, and leaves everything else as it is.
 *
 * @returns The new text, or a reason why the text cannot be used.
 */
export function writeTrustedServers(
  text: string | undefined,
  projectRoot: string,
  servers: TrustedServers,
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string } {
  const file = parseFile(text);
  if (typeof file === 'string') return { ok: false, reason: file };
  const projects = { ...file.projects, [projectRoot]: Object.fromEntries(servers) };
  return { ok: true, text: `${JSON.stringify({ version: 1, ...file, projects }, undefined, 2)}\n` };
}

function ofProject({ projects }: z.infer<typeof fileSchema>, root: string): Readonly<Record<string, TrustedServer>> {
  return (projects !== undefined && Object.hasOwn(projects, root) ? projects[root] : undefined) ?? {};
}

function parseFile(text: string | undefined): z.infer<typeof fileSchema> | string {
  if (text === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `is not valid JSON (${error instanceof Error ? error.message.slice(0, 200) : String(error)})`;
  }
  const parsed = fileSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.path[0] === 'version') return 'was written by a later version';
  return `does not have the expected form at /${(issue?.path ?? []).map(String).join('/').slice(0, 300)}`;
}
