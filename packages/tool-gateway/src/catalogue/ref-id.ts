import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '@modegate/json';
import type { UpstreamTool } from './upstream-tool.ts';

/** The members of a definition that have a hash of their own in a pin, by which a change is described; `other` is all that this version does not know. */
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
 * The sha-256 in hexadecimal over the canonical JSON of a tool's server, name, title, description, schemas and annotations. It is the same
 * after a restart and for every order of keys, and another one for any other server, wording or schema. It names a tool, as toolsets do;
 * whether a tool is still the same in everything is for {@link definitionHash}.
 *
 * @returns `undefined` when the definition is nested too deeply to be read. Never throws.
 */
export function refIdOf(server: string, definition: JsonObject): string | undefined {
  const { name, title, description, inputSchema, outputSchema, annotations } = definition;
  return hashJson({ server, name, title, description, inputSchema, outputSchema, annotations });
}

/**
 * The sha-256 in hexadecimal over the canonical JSON of a tool's server and its whole definition: whatever a client may pass on to a model
 * is part of it.
 */
export function definitionHash({ server, definition }: Pick<UpstreamTool, 'server' | 'definition'>): string {
  const known = hashes.get(definition);
  if (known?.server === server) return known.hash;
  // What was accepted is never nested too deeply to have one.
  const hash = hashJson({ server, definition }) ?? '';
  hashes.set(definition, { server, hash });
  return hash;
}

const hashes = new WeakMap<JsonObject, { readonly server: string; readonly hash: string }>();

/** The first 16 digits of the hash of each part that a definition has; by them a later comparison can say which part has changed. */
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

/** The sha-256 of a value's canonical JSON; `undefined` when it is nested too deeply. */
export function hashJson(value: unknown): string | undefined {
  const text = canonicalJson(value);
  return text === undefined ? undefined : createHash('sha256').update(text).digest('hex');
}
