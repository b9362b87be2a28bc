import { isJsonObject, type JsonObject } from '@modegate/json';
import type { ExposedResources, IsReservedUri } from './exposed-resources.ts';

/** Maps URIs to servers. */
export type ResourceRoutes = ReturnType<typeof createResourceRoutes>;

/** Unlisted URIs to which upstreams' results link. */
type LinkedResources = ReturnType<typeof createLinkedResources>;

/** Options for {@link createResourceRoutes}. */
export interface ResourceRoutesOptions {
  readonly offered: readonly ExposedResources[];
  readonly linked: LinkedResources;
  readonly isReserved: IsReservedUri;
}

/** Creates the routes for the servers' current lists. */
export function createResourceRoutes({ offered, linked, isReserved }: ResourceRoutesOptions) {
  const listed = new Map<string, string[]>();
  const templates = new Map<string, string[]>();
  for (const { server, resources, resourceTemplates } of offered) {
    for (const { uri } of resources) add(listed, uri, server);
    for (const { uriTemplate } of resourceTemplates) add(templates, uriTemplate, server);
  }
  const families = [...templates]
    .map(([template, names]) => ({ ...createTemplateMatch(template), names }))
    .toSorted((one, other) => other.beginning.length - one.beginning.length);
  const claims = (uri: string): readonly (readonly string[])[] => {
    const fitting = families.filter(({ matches }) => matches(uri));
    const begun = fitting.filter(({ beginning }) => beginning !== '');
    const any = fitting.filter(({ beginning }) => beginning === '');
    return [begun.flatMap(({ names }) => names), linked.serversOf(uri), any.flatMap(({ names }) => names)];
  };
  return {
    /**
     * Returns the servers with the best claim to the URI: servers that list it; otherwise servers whose template has the
     * longest matching prefix; otherwise servers that have linked to it; otherwise servers with a template that matches
     * anything.
     */
    serversOf: (uri: string): readonly string[] => {
      if (isReserved(uri)) return [];
      return listed.get(uri) ?? [...new Set(claims(uri).find(({ length }) => length > 0))];
    },
    /** Returns the servers that list exactly this template. */
    serversOfTemplate: (template: string): readonly string[] => templates.get(template) ?? [],
  };
}

const MAX_LINKS = 10_000;
const MAX_URI_LENGTH = 2_048;

/** Creates an empty record of links. */
export function createLinkedResources() {
  // Maps preserve the insertion order.
  const links = new Map<string, string[]>();
  const keep = (uri: string, server: string): void => {
    const known = links.get(uri) ?? [];
    links.delete(uri);
    links.set(uri, known.includes(server) ? known : [...known, server]);
    const oldest = links.size > MAX_LINKS ? links.keys().next().value : undefined;
    if (oldest !== undefined) links.delete(oldest);
  };
  return {
    /**
     * Records the links in a tool's or prompt's result and returns them; evicts the oldest links when the limit is
     * reached.
     */
    remember: (server: string, result: JsonObject): readonly string[] => {
      const kept = linksOf(result).filter((uri) => uri.length <= MAX_URI_LENGTH);
      for (const uri of kept) keep(uri, server);
      return kept;
    },
    serversOf: (uri: string): readonly string[] => links.get(uri) ?? [],
  };
}

/** Returns the links in the content of a tool's result, or in a prompt's messages. */
function linksOf({ content, messages }: JsonObject): readonly string[] {
  const links: string[] = [];
  const look = (block: unknown): void => {
    if (isJsonObject(block) && block.type === 'resource_link' && typeof block.uri === 'string') links.push(block.uri);
  };
  if (Array.isArray(content)) for (const block of content) look(block);
  if (Array.isArray(messages)) for (const message of messages) if (isJsonObject(message)) look(message.content);
  return links;
}

function add(index: Map<string, string[]>, key: unknown, name: string): void {
  if (typeof key !== 'string') return;
  const names = index.get(key);
  if (names === undefined) index.set(key, [name]);
  else if (!names.includes(name)) names.push(name);
}

/**
 * Compiles an RFC 6570 template. Every expression matches any text, so false positives, which the owning server
 * rejects, are possible, but false negatives are not.
 */
function createTemplateMatch(template: string) {
  const literals = template.split(/\{[^{}]*\}/);
  const beginning = literals[0] ?? '';
  const last = literals.at(-1) ?? '';
  if (literals.length === 1) return { beginning, matches: (uri: string): boolean => uri === template };
  return {
    /** The text before the first expression. */
    beginning,
    /** True if the template can produce the URI. Runs in linear time. */
    matches: (uri: string): boolean => {
      const end = uri.length - last.length;
      if (!uri.startsWith(beginning) || !uri.endsWith(last) || end < beginning.length) return false;
      let from = beginning.length;
      for (const literal of literals.slice(1, -1)) {
        const at = uri.indexOf(literal, from);
        if (at < 0 || at + literal.length > end) return false;
        from = at + literal.length;
      }
      return true;
    },
  };
}
