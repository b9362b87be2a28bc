import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '@modegate/json';

/** The members of a definition that a model or a person goes by, so that a change of any of them is a change of the tool. */
export const judgedParts = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;

/** One of {@link judgedParts}. */
export type JudgedPart = (typeof judgedParts)[number];

/**
 * The sha-256 in hexadecimal over the canonical JSON of a tool's server, name, and {@link judgedParts}. It is the same after a restart and for
 * every order of keys, and another one for any other server, wording or schema.
 *
 * @returns `undefined` when the definition is nested too deeply to be read. Never throws.
 */
export function refIdOf(server: string, definition: JsonObject): string | undefined {
  const { name, title, description, inputSchema, outputSchema, annotations } = definition;
  return hashJson({ server, name, title, description, inputSchema, outputSchema, annotations });
}

/** The first 16 digits of the hash of each part that a definition has; by them a later comparison can say which part has changed. */
export function partHashes(definition: JsonObject): Readonly<Partial<Record<JudgedPart, string>>> {
  const hashes = judgedParts
    .filter((part) => definition[part] !== undefined)
    .map((part) => [part, hashJson(definition[part])?.slice(0, 16)] as const);
  return Object.fromEntries(hashes.filter(([, hash]) => hash !== undefined));
}

function hashJson(value: unknown): string | undefined {
  const text = canonicalJson(value);
  return text === undefined ? undefined : createHash('sha256').update(text).digest('hex');
}
