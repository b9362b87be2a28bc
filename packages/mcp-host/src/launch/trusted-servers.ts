import { isJsonObject, type JsonObject } from '@modegate/json';

/*
 * The file of trusted servers:
 *   { "version": 1, "projects": { "<real path of the project>": { "<hash of the entry>": { "name", "agreed" } } } }
 * Times are ISO 8601. It holds no command and no secret: a hash identifies what was agreed to. What this version does not know is kept.
 */

/** A server approved by a person. */
export interface TrustedServer {
  readonly name: string;
  /** Time of the approval, in ISO 8601. */
  readonly agreed: string;
}

/** The trusted servers of one project, keyed by the hashes of their entries. */
export type TrustedServers = ReadonlyMap<string, TrustedServer>;

/**
 * The trusted servers in a file's text, or the reason why the text cannot be used (a predicate that completes "it … ").
 */
export type TrustedServersReading =
  | { readonly ok: true; readonly servers: TrustedServers }
  | { readonly ok: false; readonly reason: string };

/** Reads the trusted servers of one project; returns an empty map if there is no text. */
export function readTrustedServers(text: string | undefined, projectRoot: string): TrustedServersReading {
  const file = parseFile(text);
  if (typeof file === 'string') return { ok: false, reason: file };
  return { ok: true, servers: new Map(Object.entries(ofProject(file, projectRoot))) };
}

/**
 * Replaces the trusted servers of one project in a file's text and leaves everything else unchanged.
 *
 * @returns The new text, or the reason why the text cannot be used.
 */
export function writeTrustedServers(
  text: string | undefined,
  projectRoot: string,
  servers: TrustedServers,
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string } {
  const file = parseFile(text);
  if (typeof file === 'string') return { ok: false, reason: file };
  const projects = { ...projectsOf(file), [projectRoot]: Object.fromEntries(servers) };
  return { ok: true, text: `${JSON.stringify({ version: 1, ...file, projects }, undefined, 2)}\n` };
}

function ofProject(file: JsonObject, root: string): Readonly<Record<string, TrustedServer>> {
  const projects = projectsOf(file);
  return Object.hasOwn(projects, root) ? (projects[root] ?? {}) : {};
}

/** Returns the projects in a validated file. */
function projectsOf({ projects }: JsonObject): Readonly<Record<string, Readonly<Record<string, TrustedServer>>>> {
  return (projects ?? {}) as Readonly<Record<string, Readonly<Record<string, TrustedServer>>>>;
}

function parseFile(text: string | undefined): JsonObject | string {
  if (text === undefined) return {};
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    return `is not valid JSON (${error instanceof Error ? error.message.slice(0, 200) : String(error)})`;
  }
  if (!isJsonObject(file)) return 'is not a JSON object';
  if (file.version !== undefined && file.version !== 1) return 'was written by a later version';
  const { projects = {} } = file;
  const isWellFormed = isJsonObject(projects) && Object.values(projects).every(isServers);
  return isWellFormed ? file : 'does not have the expected form at /projects';
}

function isServers(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  return Object.values(value).every(
    (server) => isJsonObject(server) && typeof server.name === 'string' && typeof server.agreed === 'string',
  );
}
