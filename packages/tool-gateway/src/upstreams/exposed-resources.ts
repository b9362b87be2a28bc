import { isJsonObject, type JsonObject } from '@modegate/json';
import type { UpstreamServer } from '@modegate/mcp-host/connections';

/** Whether a URI, or a template of URIs, belongs to the server in front and to no upstream. */
export type IsReservedUri = (uri: string) => boolean;

/** The resources of a server in the form in which clients may be sent them. */
export interface ExposedResources {
  readonly server: string;
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
}

/**
 * A server's resources and their templates: each as it came, without those that break the form of MCP 2025-11-25, for one of
 * which a client may refuse the whole list, and without those whose URI is reserved.
 */
export function exposedResources(server: UpstreamServer, isReserved: IsReservedUri): ExposedResources {
  const offered = (key: 'uri' | 'uriTemplate') => (item: JsonObject) =>
    isWhole(item, [key, 'name']) && !isReserved(String(item[key]));
  return {
    server: server.name,
    resources: keep(server.resources, offered('uri')),
    resourceTemplates: keep(server.resourceTemplates, offered('uriTemplate')),
  };
}

/** A server's prompts that have the form; of several with one name the first stays. */
export function exposedPrompts({ prompts }: UpstreamServer): readonly JsonObject[] {
  const names = new Set<unknown>();
  return keep(
    prompts,
    (prompt) => isWhole(prompt, ['name']) && hasArguments(prompt) && names.size < names.add(prompt.name).size,
  );
}

// The same array where nothing is left out, as it nearly always is.
function keep(items: readonly JsonObject[], isOffered: (item: JsonObject) => boolean): readonly JsonObject[] {
  const kept = items.filter(isOffered);
  return kept.length === items.length ? items : kept;
}

const texts = ['title', 'description', 'mimeType'] as const;
const objects = ['annotations', '_meta'] as const;

function isWhole(item: JsonObject, required: readonly string[]): boolean {
  return (
    required.every((key) => typeof item[key] === 'string') &&
    texts.every((key) => item[key] === undefined || typeof item[key] === 'string') &&
    objects.every((key) => item[key] === undefined || isJsonObject(item[key]))
  );
}

function hasArguments({ arguments: given = [] }: JsonObject): boolean {
  return Array.isArray(given) && given.every((each) => isJsonObject(each) && isWhole(each, ['name']));
}
