import { isJsonObject, type JsonObject } from '@modegate/json';
import type { ExposedResources, IsReservedUri } from './exposed-resources.ts';

/** Which servers a URI may belong to. */
export interface ResourceRoutes {
  /**
   * The servers with the best claim to the URI: those that list it; else those with a template that begins like it, the
   * longest beginning first; else those that linked to it; else those with a template that fits anything.
   */
  serversOf(uri: string): readonly string[];
  /** The servers that list a template, word for word. */
  serversOfTemplate(template: string): readonly string[];
}

/** The URIs that upstreams linked to in their results without listing them. */
export interface LinkedResources {
  /** Keeps the links of a result, be it that of a tool or of a prompt, and returns them; the oldest go when there are too many. */
  remember(server: string, result: JsonObject): readonly string[];
  serversOf(uri: string): readonly string[];
}

/** The URIs that servers list and linked to, and those that no server gets. */
export interface ResourceRoutesOptions {
  readonly offered: readonly ExposedResources[];
  readonly linked: LinkedResources;
  readonly isReserved: IsReservedUri;
}

/** Builds the routes of what the servers list now. */
export function createResourceRoutes({ offered, linked, isReserved }: ResourceRoutesOptions): ResourceRoutes {
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
    serversOf: (uri) => {
      if (isReserved(uri)) return [];
      return listed.get(uri) ?? [...new Set(claims(uri).find(({ length }) => length > 0))];
    },
    serversOfTemplate: (template) => templates.get(template) ?? [],
  };
}

const MAX_LINKS = 10_000;
const MAX_URI_LENGTH = 2_048;

/** Creates an empty memory of links. */
export function createLinkedResources(): LinkedResources {
  // A map keeps the order in which its keys came.
  const links = new Map<string, string[]>();
  const keep = (uri: string, server: string): void => {
    const known = links.get(uri) ?? [];
    links.delete(uri);
    links.set(uri, known.includes(server) ? known : [...known, server]);
    const oldest = links.size > MAX_LINKS ? links.keys().next().value : undefined;
    if (oldest !== undefined) links.delete(oldest);
  };
  return {
    remember: (server, result) => {
      const kept = linksOf(result).filter((uri) => uri.length <= MAX_URI_LENGTH);
      for (const uri of kept) keep(uri, server);
      return kept;
    },
    serversOf: (uri) => links.get(uri) ?? [],
  };
}

/** The links among the content of a tool's result, or of the messages of a prompt. */
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

/** A template of URIs to compare with. */
interface TemplateMatch {
  /** The text before the first expression; the whole template when it has none. */
  readonly beginning: string;
  /** Whether the URI can have come from the template. Takes linear time. */
  matches(uri: string): boolean;
}

/**
 * Compares URIs with an RFC 6570 template. Every expression matches any text, so that the answer may be a wrong yes,
 * which the server that owns the template corrects, and never a wrong no.
 */
function createTemplateMatch(template: string): TemplateMatch {
  const literals = template.split(/\{[^{}]*\}/);
  const beginning = literals[0] ?? '';
  const last = literals.at(-1) ?? '';
  if (literals.length === 1) return { beginning, matches: (uri) => uri === template };
  return {
    beginning,
    matches: (uri) => {
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
