import { isJsonObject, type JsonObject } from '@modegate/json';
import type { UpstreamServer } from '@modegate/mcp-host/connections';

/** True for URIs and templates that belong to the gateway's own server. */
export type IsReservedUri = (uri: string) => boolean;

/** A server's valid resources. */
export interface ExposedResources {
  readonly server: string;
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
}

/**
 * Returns a server's resources and templates unchanged, but without reserved or malformed URIs, since a client may
 * reject the whole list because of a single such URI (MCP 2025-11-25).
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

/** Returns a server's valid prompts; if several have the same name, returns only the first. */
export function exposedPrompts({ prompts }: UpstreamServer): readonly JsonObject[] {
  const names = new Set<unknown>();
  return keep(
    prompts,
    (prompt) => isWhole(prompt, ['name']) && hasArguments(prompt) && names.size < names.add(prompt.name).size,
  );
}

// Usually, nothing is excluded and the same array is returned.
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
