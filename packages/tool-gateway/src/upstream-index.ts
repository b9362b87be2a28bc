import type { Connections } from '@modegate/mcp-host/connections';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { exposedNames } from './exposed-name.ts';
import type { JsonObject } from './json-object.ts';
import { createLinkedResources, createResourceRoutes, type ResourceRoutes } from './resource-routes.ts';

/** A prompt of an upstream under the name by which clients see it. */
export interface ExposedPrompt {
  readonly server: string;
  readonly prompt: string;
  readonly exposedName: string;
  /** The upstream's entry under the exposed name. */
  readonly definition: JsonObject;
}

/** Everything the connected upstreams offer, indexed; built when it is first asked for after a change. */
export interface UpstreamIndex {
  readonly catalogue: Catalogue;
  readonly routes: ResourceRoutes;
  /** Sorted by exposed name. */
  readonly prompts: readonly ExposedPrompt[];
  findPrompt(exposedName: string): ExposedPrompt | undefined;
  /** Keeps what a result linked to, so that it can be read although no server lists it. */
  rememberLinks(server: string, result: JsonObject): void;
  /** Says that the lists of the upstreams have changed. */
  expire(): void;
}

/** Indexes what connections offer, under names that none of `reservedNames` takes. */
export function createUpstreamIndex(connections: Connections, reservedNames: ReadonlySet<string>): UpstreamIndex {
  const links = createLinkedResources();
  let catalogue: Catalogue | undefined;
  let previous: Catalogue | undefined;
  let routes: ResourceRoutes | undefined;
  let prompts: ReadonlyMap<string, ExposedPrompt> | undefined;
  const exposed = new WeakMap<JsonObject, ExposedPrompt>();
  const allPrompts = (): ReadonlyMap<string, ExposedPrompt> => {
    prompts ??= indexPrompts(connections, reservedNames, exposed);
    return prompts;
  };
  return {
    get catalogue() {
      catalogue ??= createCatalogue(connections.servers, { reservedNames, ...(previous && { previous }) });
      previous = catalogue;
      return catalogue;
    },
    get routes() {
      routes ??= createResourceRoutes(connections.servers, links);
      return routes;
    },
    get prompts() {
      return [...allPrompts().values()];
    },
    findPrompt: (name) => allPrompts().get(name),
    rememberLinks: links.remember,
    expire: () => {
      catalogue = undefined;
      routes = undefined;
      prompts = undefined;
    },
  };
}

function indexPrompts(
  connections: Connections,
  reservedNames: ReadonlySet<string>,
  exposed: WeakMap<JsonObject, ExposedPrompt>,
): ReadonlyMap<string, ExposedPrompt> {
  const found = connections.servers.flatMap(({ name: server, prompts }) =>
    uniqueNames(prompts).map(([name, definition]) => ({ server, name, definition })),
  );
  const names = exposedNames(found, { reservedNames });
  const all = found.map(({ server, name, definition }, position) => {
    const exposedName = names[position] ?? name;
    const known = exposed.get(definition);
    if (known?.exposedName === exposedName && known.server === server) return known;
    const prompt = { server, prompt: name, exposedName, definition: { ...definition, name: exposedName } };
    exposed.set(definition, prompt);
    return prompt;
  });
  const sorted = all.toSorted((one, other) => (one.exposedName < other.exposedName ? -1 : 1));
  return new Map(sorted.map((prompt) => [prompt.exposedName, prompt]));
}

function uniqueNames(prompts: readonly JsonObject[]): readonly (readonly [string, JsonObject])[] {
  const named = new Map<string, JsonObject>();
  for (const prompt of prompts) {
    if (typeof prompt.name === 'string' && !named.has(prompt.name)) named.set(prompt.name, prompt);
  }
  return [...named];
}
