import type { JsonObject } from '@modegate/json';
import type { Connections, UpstreamServer } from '@modegate/mcp-host/connections';
import { type Catalogue, createCatalogue } from '../catalogue/catalogue.ts';
import { exposedNames } from '../catalogue/exposed-name.ts';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';
import { type ExposedResources, exposedPrompts, exposedResources, type IsReservedUri } from './exposed-resources.ts';
import { createLastKnownTools } from './last-known-tools.ts';
import { findResourceConflicts, linkConflict, type ResourceConflict } from './resource-conflicts.ts';
import { createLinkedResources, createResourceRoutes, type ResourceRoutes } from './resource-routes.ts';

/** An upstream's prompt under its exposed name. */
export interface ExposedPrompt {
  readonly server: string;
  readonly prompt: string;
  readonly exposedName: string;
  /** The upstream's entry with the exposed name. */
  readonly definition: JsonObject;
}

/** An index of all current items of the connected upstreams, built on first use after a change. */
export interface UpstreamIndex {
  readonly catalogue: Catalogue;
  /** Resources, in the order of their servers. */
  readonly resources: readonly ExposedResources[];
  readonly routes: ResourceRoutes;
  /** Sorted by exposed name. */
  readonly prompts: readonly ExposedPrompt[];
  findPrompt(exposedName: string): ExposedPrompt | undefined;
  toolsOf(server: string): readonly UpstreamTool[];
  /** Finds a tool by its exposed name: a current tool, or the last known tool of a disconnected server. */
  findTool(exposedName: string): UpstreamTool | undefined;
  /** Records the links in a result, so that unlisted resources can be read. */
  rememberLinks(server: string, result: JsonObject): void;
}

/** Names and URIs that belong to the gateway's own server and that upstreams must not use. */
export interface ReservedNames {
  readonly reservedNames: ReadonlySet<string>;
  readonly isReservedUri: IsReservedUri;
}

/** Options for {@link createUpstreamIndex}. */
export interface UpstreamIndexOptions extends ReservedNames {
  /** Called once per conflict; for links, called once per pair of servers. */
  readonly onResourceConflict: (conflict: ResourceConflict) => void;
}

/** Creates an index of the items that the connections offer. */
// oxlint-disable-next-line max-lines-per-function -- all parts share the caches by list of servers
export function createUpstreamIndex(connections: Connections, options: UpstreamIndexOptions): UpstreamIndex {
  const { reservedNames, isReservedUri } = options;
  const conflicts = createConflictReport(options.onResourceConflict);
  const links = createLinkedResources();
  const lastKnown = createLastKnownTools(connections);
  const exposed = new WeakMap<JsonObject, ExposedPrompt>();
  let servers: readonly UpstreamServer[] = [];
  let previous: Catalogue | undefined;
  let built: Built = {};
  const current = (): Built => {
    const now = connections.servers;
    // Most changes to servers do not affect a list; the same array is returned while nothing has changed.
    if (now !== servers && !haveSameLists(servers, now)) built = {};
    servers = now;
    return built;
  };
  const catalogue = (): Catalogue => {
    const parts = current();
    if (parts.catalogue === undefined) {
      previous = createCatalogue(servers, { reservedNames, previous });
      parts.catalogue = previous;
      lastKnown.remember(previous.tools);
    }
    return parts.catalogue;
  };
  const resources = (): readonly ExposedResources[] => {
    const parts = current();
    if (parts.resources === undefined) {
      parts.resources = servers.map((server) => exposedResources(server, isReservedUri));
      conflicts.offered(parts.resources);
    }
    return parts.resources;
  };
  const prompts = (): ReadonlyMap<string, ExposedPrompt> => {
    const parts = current();
    parts.prompts ??= indexPrompts(servers, reservedNames, exposed);
    return parts.prompts;
  };
  const routes = (): ResourceRoutes => {
    const offered = resources();
    built.routes ??= createResourceRoutes({ offered, linked: links, isReserved: isReservedUri });
    return built.routes;
  };
  return {
    get catalogue() {
      return catalogue();
    },
    get resources() {
      return resources();
    },
    get routes() {
      return routes();
    },
    get prompts() {
      return [...prompts().values()];
    },
    findPrompt: (name) => prompts().get(name),
    toolsOf: (server) => {
      const { tools } = catalogue();
      built.toolsOf ??= Map.groupBy(tools, ({ server }) => server);
      return built.toolsOf.get(server) ?? [];
    },
    findTool: (name) => catalogue().findExposed(name) ?? lastKnown.find(name),
    rememberLinks: (server, result) => {
      for (const uri of links.remember(server, result)) conflicts.linked(uri, server, routes().serversOf(uri));
    },
  };
}

/** Reports each conflict once. */
function createConflictReport(tell: (conflict: ResourceConflict) => void) {
  let known: ReadonlySet<string> = new Set();
  const pairs = new Set<string>();
  return {
    offered: (all: readonly ExposedResources[]): void => {
      const found = findResourceConflicts(all);
      for (const conflict of found) if (!known.has(conflict.message)) tell(conflict);
      known = new Set(found.map(({ message }) => message));
    },
    linked: (uri: string, server: string, readers: readonly string[]): void => {
      const conflict = readers.includes(server) ? undefined : linkConflict(uri, server, readers);
      const pair = JSON.stringify([conflict?.server, server]);
      if (conflict === undefined || pairs.has(pair)) return;
      pairs.add(pair);
      tell(conflict);
    },
  };
}

interface Built {
  catalogue?: Catalogue;
  resources?: readonly ExposedResources[];
  routes?: ResourceRoutes;
  prompts?: ReadonlyMap<string, ExposedPrompt>;
  toolsOf?: ReadonlyMap<string, readonly UpstreamTool[]>;
}

function haveSameLists(before: readonly UpstreamServer[], now: readonly UpstreamServer[]): boolean {
  return before.length === now.length && now.every((server, position) => hasSameLists(before[position], server));
}

function hasSameLists(before: UpstreamServer | undefined, now: UpstreamServer): boolean {
  return (
    before?.name === now.name &&
    before.tools === now.tools &&
    before.resources === now.resources &&
    before.resourceTemplates === now.resourceTemplates &&
    before.prompts === now.prompts
  );
}

function indexPrompts(
  servers: readonly UpstreamServer[],
  reservedNames: ReadonlySet<string>,
  exposed: WeakMap<JsonObject, ExposedPrompt>,
): ReadonlyMap<string, ExposedPrompt> {
  const found = servers.flatMap((server) =>
    exposedPrompts(server).map((definition) => ({ server: server.name, name: String(definition.name), definition })),
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
