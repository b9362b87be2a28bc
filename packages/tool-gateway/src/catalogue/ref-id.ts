import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '@modegate/json';
import type { UpstreamTool } from './upstream-tool.ts';

/**
 * The members of a definition that have their own hash in a pin, used to describe changes; `other` comprises all
 * members that this version does not know.
 */
export const pinnedParts = [
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
  '_meta',
  'icons',
  'execution',
  'other',
] as const;

/** One of {@link pinnedParts}. */
export type PinnedPart = (typeof pinnedParts)[number];

/**
 * Returns the SHA-256, in hexadecimal, of the canonical JSON of a tool's server, name, title, description, schemas and
 * annotations. The hash stays the same after a restart and with any order of keys, and differs for any other server,
 * wording or schema. It identifies a tool, for example in toolsets; use {@link definitionHash} to check that nothing
 * about a tool has changed.
 *
 * @returns `undefined` if the definition is nested too deeply to be read. Never throws.
 */
export function refIdOf(server: string, definition: JsonObject): string | undefined {
  const { name, title, description, inputSchema, outputSchema, annotations } = definition;
  return hashJson({ server, name, title, description, inputSchema, outputSchema, annotations });
}

/**
 * Returns the SHA-256, in hexadecimal, of the canonical JSON of a tool's server and complete definition, which includes
 * everything that a client may show to a model.
 */
export function definitionHash({ server, definition }: Pick<UpstreamTool, 'server' | 'definition'>): string {
  const known = hashes.get(definition);
  if (known?.server === server) return known.hash;
  // Accepted definitions are never nested too deeply to be hashed.
  const hash = hashJson({ server, definition }) ?? '';
  hashes.set(definition, { server, hash });
  return hash;
}

const hashes = new WeakMap<JsonObject, { readonly server: string; readonly hash: string }>();

/** Returns the first 16 hash digits of each part of a definition; a later comparison shows which parts have changed. */
export function partHashes(definition: JsonObject): Readonly<Partial<Record<PinnedPart, string>>> {
  const { name: _name, ...members } = definition;
  const named = pinnedParts.filter((part) => part !== 'other');
  const others = Object.entries(members).filter(([key]) => !named.some((part) => part === key));
  const parts: [PinnedPart, unknown][] = named.map((part) => [part, members[part]]);
  if (others.length > 0) parts.push(['other', Object.fromEntries(others)]);
  return Object.fromEntries(
    parts.flatMap(([part, value]) => {
      const hash = value === undefined ? undefined : hashJson(value)?.slice(0, 16);
      return hash === undefined ? [] : [[part, hash]];
    }),
  );
}

/** Returns the SHA-256 of a value's canonical JSON; `undefined` if the value is nested too deeply. */
export function hashJson(value: unknown): string | undefined {
  const text = canonicalJson(value);
  return text === undefined ? undefined : createHash('sha256').update(text).digest('hex');
}
