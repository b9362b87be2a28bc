import { isDeepStrictEqual } from 'node:util';
import {
  type AcceptedDefinition,
  acceptDefinitions,
  type CatalogueProblem,
  type ServerTools,
} from './accept-definitions.ts';
import { exposedNames } from './exposed-name.ts';
import { refIdOf } from './ref-id.ts';
import { matchReference, type ReferenceMatch, type ToolReference } from './tool-reference.ts';
import { groupTools, type UpstreamTool } from './upstream-tool.ts';

/** All tools of all connected servers at one time; a value that never changes. */
export interface Catalogue {
  /** Sorted by exposed name. */
  readonly tools: readonly UpstreamTool[];
  /** The names of all servers, sorted, those without tools included. */
  readonly servers: readonly string[];
  /** Definitions that were left out, the first 100 of them. */
  readonly problems: readonly CatalogueProblem[];
  /** How many definitions were left out. */
  readonly problemCount: number;
  /** The tool with an exposed name. */
  findExposed(name: string): UpstreamTool | undefined;
  /** The tool with an identity. */
  findTool(server: string, tool: string): UpstreamTool | undefined;
  /** The tool that a name, a refId, or both together mean. */
  findReference(reference: ToolReference): ReferenceMatch;
}

/** Names that are taken, and the catalogue before. */
export interface CatalogueOptions {
  /** Names that no tool may be exposed under, such as those of the gateway's own tools. Default none. */
  readonly reservedNames?: ReadonlySet<string> | undefined;
  /** The catalogue before: a tool that has not changed is the same object in the new one, so that caches by object hold. */
  readonly previous?: Catalogue | undefined;
}

/**
 * Makes the catalogue of what servers list.
 *
 * A definition that breaks the protocol, and a second one of the same name, is left out and reported, so that one bad tool takes no other
 * with it. Names are those of `exposedNames`. Never throws.
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

// Where the catalogue before is not in scope: the functions made here would keep it, and it the one before it.
function indexTools(facts: Pick<Catalogue, 'tools' | 'servers' | 'problems' | 'problemCount'>): Catalogue {
  const { tools } = facts;
  const byExposedName = new Map(tools.map((tool) => [tool.exposedName, tool]));
  const byIdentity = indexByIdentity(tools);
  const byNamespacedName = groupTools(tools, ({ namespacedName }) => namespacedName);
  const byRefId = new Map(tools.map((tool) => [tool.refId, tool]));
  return {
    ...facts,
    findExposed: (name) => byExposedName.get(name),
    findTool: (server, tool) => byIdentity.get(server)?.get(tool),
    findReference: (reference) =>
      matchReference(reference, {
        named: (namespacedName) => byNamespacedName.get(namespacedName) ?? [],
        identified: (refId) => byRefId.get(refId),
      }),
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
  // What was accepted is never nested too deeply to have one.
  const refId = isSame ? before.refId : (refIdOf(server, definition) ?? '');
  return { server, tool: name, exposedName, namespacedName: `${server}.${name}`, refId, definition };
}

function indexByIdentity(tools: readonly UpstreamTool[]): ReadonlyMap<string, ReadonlyMap<string, UpstreamTool>> {
  const servers = groupTools(tools, ({ server }) => server);
  return new Map([...servers].map(([server, own]) => [server, new Map(own.map((tool) => [tool.tool, tool]))]));
}
