import type { UpstreamServer } from '@modegate/mcp-host/connections';
import { isJsonObject, type JsonObject } from './json-object.ts';

/** Whether a URI, or a template of URIs, belongs to the server in front and to no upstream. */
export type IsReservedUri = (uri: string) => boolean;

/**
 * A server's resources as clients may be sent them: each as it came, without those that break the form of MCP 2025-11-25, for
 * one of which a client may refuse the whole list, and without those whose URI is reserved.
 */
export function offeredResources({ resources }: UpstreamServer, isReserved: IsReservedUri): readonly JsonObject[] {
  return keep(resources, (resource) => isWhole(resource, ['uri', 'name']) && !isReserved(String(resource.uri)));
}

/** The same of its resource templates. */
export function offeredTemplates(
  { resourceTemplates }: UpstreamServer,
  isReserved: IsReservedUri,
): readonly JsonObject[] {
  return keep(
    resourceTemplates,
    (template) => isWhole(template, ['uriTemplate', 'name']) && !isReserved(String(template.uriTemplate)),
  );
}

/** The same of its prompts; of several with one name the first stays. */
export function offeredPrompts({ prompts }: UpstreamServer): readonly JsonObject[] {
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
