import { defined, isJsonObject, type JsonObject } from '@modegate/json';
import { preview } from '@modegate/json-rpc';
import { didYouMean } from '@modegate/nearest-name';
import type { ConnectionContext, RequestContext } from '../definitions/context.ts';
import type {
  FixedResource,
  ListedResource,
  ResourceContent,
  ResourceDefinition,
  ResourceReading,
  TemplateResource,
} from '../definitions/resource.ts';
import type { Listing } from '../definitions/tool.ts';
import { wireError } from '../json-rpc/wire-errors.ts';
import type { Completable } from './completion-requests.ts';
import { checkCursor, checkUnique, currentItems, stringParam } from './params.ts';
import type { RequestHandlers } from './request-handler.ts';
import { compileUriTemplate, type UriTemplate } from './uri-template.ts';

const MAX_SUBSCRIPTIONS = 1_000;
const templates = new WeakMap<TemplateResource, UriTemplate>();

/**
 * Builds the handlers for `resources/*`. @throws {TypeError} if a static list contains an invalid template or a
 * duplicate URI.
 */
export function resourceRequestHandlers(resources: Listing<ResourceDefinition>): RequestHandlers {
  if (typeof resources !== 'function') checkUnique('Resource', resources, keyOf);
  const current = (context: ConnectionContext) => currentItems(resources, context);
  return {
    'resources/list': async (params, { context }) => {
      checkCursor(params);
      return { resources: await listResources(await current(context), context) };
    },
    'resources/templates/list': async (params, { context }) => {
      checkCursor(params);
      return { resourceTemplates: (await current(context)).filter(isTemplate).map(listedTemplate) };
    },
    'resources/read': async (params, { context }) => {
      const uri = stringParam(params, 'uri');
      const definitions = await current(context);
      return (await readResource(definitions, uri, context)) ?? unknownResource(definitions, uri, context);
    },
    'resources/subscribe': async (params, { context, session }) => {
      const uri = stringParam(params, 'uri');
      const definitions = await current(context);
      if (matching(definitions, uri).length === 0) return unknownResource(definitions, uri, context);
      checkRoom(session.subscriptions, uri);
      session.subscriptions.add(uri);
      return {};
    },
    'resources/unsubscribe': (params, { session }) => {
      session.subscriptions.delete(stringParam(params, 'uri'));
      return {};
    },
  };
}

/** Enforces the limit on subscriptions. @throws {WireError} INVALID_REQUEST */
export function checkRoom(subscriptions: ReadonlySet<string>, uri: string): void {
  if (subscriptions.size < MAX_SUBSCRIPTIONS || subscriptions.has(uri)) return;
  throw wireError('INVALID_REQUEST', `This connection has ${MAX_SUBSCRIPTIONS} subscriptions, which is the limit.`);
}

/** Finds the template to complete. */
export async function findTemplate(
  resources: Listing<ResourceDefinition>,
  uri: string,
  context: ConnectionContext,
): Promise<Completable | undefined> {
  const definitions = await currentItems(resources, context);
  const found = definitions.filter(isTemplate).find((definition) => definition.template === uri);
  if (found === undefined) return undefined;
  return { names: templateOf(found).variables, complete: found.complete?.bind(found) };
}

interface Match {
  readonly definition: ResourceDefinition;
  readonly variables: Readonly<Record<string, string>>;
}

// An exact URI takes precedence over templates, and earlier templates over later ones.
function matching(definitions: readonly ResourceDefinition[], uri: string): readonly Match[] {
  const fixed = definitions.filter((definition) => !isTemplate(definition) && definition.uri === uri);
  const families = definitions.filter(isTemplate).flatMap((definition) => {
    const variables = templateOf(definition).match(uri);
    return variables === undefined ? [] : [{ definition, variables }];
  });
  return [...fixed.map((definition) => ({ definition, variables: {} })), ...families];
}

async function readResource(
  definitions: readonly ResourceDefinition[],
  uri: string,
  context: RequestContext,
): Promise<JsonObject | undefined> {
  for (const { definition, variables } of matching(definitions, uri)) {
    const contents = contentsOf(await definition.read({ uri, variables }, context), definition, uri);
    // According to MCP, contents are never empty; a missing resource is an error.
    if (contents.length > 0) return { contents };
  }
  return undefined;
}

function contentsOf(reading: ResourceReading, definition: ResourceDefinition, uri: string): readonly ResourceContent[] {
  if (reading === undefined) return [];
  const parts = typeof reading === 'string' ? [{ text: reading }] : isContentList(reading) ? reading : [reading];
  const { mimeType } = definition;
  return parts.map((part) => ({ uri, ...defined({ mimeType }), ...part }));
}

function isContentList(reading: ResourceContent | readonly ResourceContent[]): reading is readonly ResourceContent[] {
  return Array.isArray(reading);
}

async function unknownResource(
  definitions: readonly ResourceDefinition[],
  uri: string,
  context: ConnectionContext,
): Promise<never> {
  const listed = await listResources(definitions, context);
  const uris = listed.map((resource) => String(resource.uri));
  throw wireError('INVALID_PARAMS', `Unknown resource ${preview(uri, 200)}.${didYouMean(uri, uris)}`, {
    uri: uri.slice(0, 1_000),
  });
}

async function listResources(
  definitions: readonly ResourceDefinition[],
  context: ConnectionContext,
): Promise<readonly JsonObject[]> {
  const lists = await Promise.all(
    definitions.map(async (definition) => {
      if (!isTemplate(definition)) return [listedFixed(definition)];
      const { mimeType } = definition;
      const members: readonly ListedResource[] = (await definition.list?.(context)) ?? [];
      return members.map((member) => ({ ...defined({ mimeType }), ...member }));
    }),
  );
  return lists.flat().filter(isJsonObject);
}

function listedFixed(definition: FixedResource): JsonObject {
  return { ...definition.extra, uri: definition.uri, ...descriptionOf(definition) };
}

function listedTemplate(definition: TemplateResource): JsonObject {
  return { ...definition.extra, uriTemplate: definition.template, ...descriptionOf(definition) };
}

function descriptionOf({ name, title, description, mimeType }: ResourceDefinition): JsonObject {
  return defined({ name, title, description, mimeType });
}

function isTemplate(definition: ResourceDefinition): definition is TemplateResource {
  return 'template' in definition;
}

function templateOf(definition: TemplateResource): UriTemplate {
  const known = templates.get(definition);
  if (known !== undefined) return known;
  const compiled = compileUriTemplate(definition.template);
  templates.set(definition, compiled);
  return compiled;
}

function keyOf(definition: ResourceDefinition): string {
  return isTemplate(definition) ? templateOf(definition).source : definition.uri;
}
