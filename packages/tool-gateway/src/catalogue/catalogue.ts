import { isDeepStrictEqual } from 'node:util';
import {
  type AcceptedDefinition,
  acceptDefinitions,
  type CatalogueProblem,
  type ServerTools,
} from './accept-definitions.ts';
import { exposedNames } from './exposed-name.ts';
import { refIdOf } from './ref-id.ts';
import { createReferenceLookup, type ReferenceMatch, type ToolReference } from './tool-reference.ts';
import type { UpstreamTool } from './upstream-tool.ts';

/** All tools of all connected servers at a given moment; immutable. */
export interface Catalogue {
  /** Sorted by exposed name. */
  readonly tools: readonly UpstreamTool[];
  /** The names of all servers, sorted, including those without tools. */
  readonly servers: readonly string[];
  /** The first 100 excluded definitions. */
  readonly problems: readonly CatalogueProblem[];
  /** Number of excluded definitions. */
  readonly problemCount: number;
  /** Finds a tool by its exposed name. */
  findExposed(name: string): UpstreamTool | undefined;
  /** Finds a tool by its identity. */
  findTool(server: string, tool: string): UpstreamTool | undefined;
  /** Finds a tool by a name, a refId, or both. */
  findReference(reference: ToolReference): ReferenceMatch;
}

/** Options for {@link createCatalogue}. */
export interface CatalogueOptions {
  /** Names that must not be used for tools, such as those of the gateway's own tools. Default: none. */
  readonly reservedNames?: ReadonlySet<string> | undefined;
  /** The previous catalogue: unchanged tools retain their objects, so that caches keyed by object remain valid. */
  readonly previous?: Catalogue | undefined;
}

/**
 * Builds a catalogue from the listed tools.
 *
 * Invalid and duplicate definitions are excluded and reported, so that a bad tool does not affect the others. Names
 * come from `exposedNames`. Never throws.
 */
export function createCatalogue(
  servers: readonly ServerTools[],
  { reservedNames, previous }: CatalogueOptions = {},
): Catalogue {
  const { accepted, problems, problemCount } = acceptDefinitions(
    servers,
    (server, name, definition) => previous?.findTool(server, name)?.definition === definition,
  );
  const names = exposedNames(accepted, { reservedNames });
  const tools = accepted
    .map((definition, index) => makeTool(definition, names[index] ?? '', previous))
    .sort((a, b) => (a.exposedName < b.exposedName ? -1 : 1));
  const named = [...new Set(servers.map(({ name }) => name))].sort();
  return indexTools({ tools, servers: named, problems, problemCount });
}

// Defined outside the scope of the previous catalogue: a closure would keep that catalogue and its predecessor in
// memory.
function indexTools(facts: Pick<Catalogue, 'tools' | 'servers' | 'problems' | 'problemCount'>): Catalogue {
  const { tools } = facts;
  const byExposedName = new Map(tools.map((tool) => [tool.exposedName, tool]));
  const byIdentity = indexByIdentity(tools);
  return {
    ...facts,
    findExposed: (name) => byExposedName.get(name),
    findTool: (server, tool) => byIdentity.get(server)?.get(tool),
    findReference: createReferenceLookup(tools),
  };
}

function makeTool(
  { server, name, definition }: AcceptedDefinition,
  exposedName: string,
  previous?: Catalogue,
): UpstreamTool {
  const before = previous?.findTool(server, name);
  const isSame =
    before !== undefined && (before.definition === definition || isDeepStrictEqual(before.definition, definition));
  if (isSame && before.exposedName === exposedName) return before;
  // Accepted definitions are never nested too deeply to be hashed.
  const refId = isSame ? before.refId : (refIdOf(server, definition) ?? '');
  return { server, tool: name, exposedName, namespacedName: `${server}.${name}`, refId, definition };
}

function indexByIdentity(tools: readonly UpstreamTool[]): ReadonlyMap<string, ReadonlyMap<string, UpstreamTool>> {
  const servers = Map.groupBy(tools, ({ server }) => server);
  return new Map([...servers].map(([server, own]) => [server, new Map(own.map((tool) => [tool.tool, tool]))]));
}
