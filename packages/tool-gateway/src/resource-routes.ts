import type { UpstreamServer } from '@modegate/mcp-host/connections';
import type { JsonObject } from './json-object.ts';
import { createTemplateMatch } from './template-match.ts';

/** Which servers a URI may belong to. */
export interface ResourceRoutes {
  /** In the order of trust: the servers that list the URI, those with a template for it, those that linked to it. */
  serversOf(uri: string): readonly string[];
  /** The servers that list a template, word for word. */
  serversOfTemplate(template: string): readonly string[];
}

/** The URIs that upstreams linked to in their results without listing them. */
export interface LinkedResources {
  /** Keeps the links of a result's content; the oldest go when there are too many. */
  remember(server: string, result: JsonObject): void;
  serversOf(uri: string): readonly string[];
}

/** Builds the routes of what the servers list now. */
export function createResourceRoutes(servers: readonly UpstreamServer[], linked: LinkedResources): ResourceRoutes {
  const listed = new Map<string, string[]>();
  const templates = new Map<string, string[]>();
  for (const { name, resources, resourceTemplates } of servers) {
    for (const { uri } of resources) add(listed, uri, name);
    for (const { uriTemplate } of resourceTemplates) add(templates, uriTemplate, name);
  }
  const matchers = [...templates].map(([template, names]) => ({ matches: createTemplateMatch(template), names }));
  return {
    serversOf: (uri) => {
      const families = matchers.flatMap(({ matches, names }) => (matches(uri) ? names : []));
      return [...new Set([...(listed.get(uri) ?? []), ...families, ...linked.serversOf(uri)])];
    },
    serversOfTemplate: (template) => templates.get(template) ?? [],
  };
}

const MAX_LINKS = 10_000;
const MAX_URI_LENGTH = 8_192;

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
    remember: (server, { content }) => {
      if (!Array.isArray(content)) return;
      for (const block of content) {
        if (block?.type === 'resource_link' && typeof block.uri === 'string' && block.uri.length <= MAX_URI_LENGTH)
          keep(block.uri, server);
      }
    },
    serversOf: (uri) => links.get(uri) ?? [],
  };
}

function add(index: Map<string, string[]>, key: unknown, name: string): void {
  if (typeof key !== 'string') return;
  const names = index.get(key);
  if (names === undefined) index.set(key, [name]);
  else if (!names.includes(name)) names.push(name);
}
