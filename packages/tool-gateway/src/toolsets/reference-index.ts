import {
  matchReference,
  nearestToolName,
  type ReferenceLookup,
  type ToolReference,
} from '../catalogue/tool-reference.ts';
import { groupTools, type UpstreamTool } from '../catalogue/upstream-tool.ts';
import { quoteShort } from './toolset.ts';

/**
 * The tool to which a reference refers, among the tools that the caller can see, or a sentence that explains the
 * failure.
 */
export type ReferenceResolution =
  | { readonly ok: true; readonly tool: UpstreamTool }
  | { readonly ok: false; readonly problem: string };

/**
 * Finds tools by a caller's references; contains only the tools from which the index was created, so it cannot reveal
 * any others.
 */
export interface ReferenceIndex {
  resolve(reference: ToolReference): ReferenceResolution;
}

// Maximum number of suggestions: comparing a name with all others is slow, and a request may contain a hundred misspelt
// names.
const MAX_SUGGESTIONS = 5;

/**
 * Indexes tools by name and by refId. Create one index per request: only the first few unknown names get a suggestion.
 */
export function createReferenceIndex(tools: readonly UpstreamTool[]): ReferenceIndex {
  const byName = groupTools(tools, ({ namespacedName }) => namespacedName);
  const byRefId = new Map(tools.map((tool) => [tool.refId, tool]));
  const lookup: ReferenceLookup = {
    named: (namespacedName) => byName.get(namespacedName) ?? [],
    identified: (refId) => byRefId.get(refId),
  };
  let suggestionsLeft = MAX_SUGGESTIONS;
  const suggest = (name: string | undefined): string => {
    if (name === undefined || suggestionsLeft === 0) return '';
    suggestionsLeft -= 1;
    const nearest = nearestTool(name, tools);
    return nearest === undefined ? '' : ` Did you mean ${quoteShort(nearest)}?`;
  };
  return {
    resolve: (reference) => {
      const match = matchReference(reference, lookup);
      switch (match.kind) {
        case 'found':
          return { ok: true, tool: match.tool };
        case 'unknown':
          return refuse(`${describeUnknown(reference)}${suggest(reference.namespacedName)}`);
        case 'conflict':
          return refuse(describeConflict(reference, match.tools));
        case 'changed':
          return refuse(
            `The tool ${nameOf(reference)} does not have the refId ${refIdOf(reference)}: its definition has changed. Its refId is now '${match.tool.refId}'.`,
          );
        case 'renamed':
          return refuse(
            `The refId ${refIdOf(reference)} belongs to ${quoteShort(match.tool.namespacedName)}, and no available tool is named ${nameOf(reference)}. Give only one of the two.`,
          );
      }
    },
  };
}

function refuse(problem: string): ReferenceResolution {
  return { ok: false, problem };
}

function nameOf({ namespacedName = '' }: ToolReference): string {
  return quoteShort(namespacedName);
}

function refIdOf({ refId = '' }: ToolReference): string {
  return quoteShort(refId);
}

function describeUnknown(reference: ToolReference): string {
  const { namespacedName, refId } = reference;
  if (namespacedName === undefined && refId === undefined) {
    return 'A reference must have a namespacedName or a refId, but this reference has neither.';
  }
  if (namespacedName === undefined) return `No available tool has the refId ${refIdOf(reference)}.`;
  const name = `No available tool is named ${nameOf(reference)}`;
  return refId === undefined ? `${name}.` : `${name} or has the refId ${refIdOf(reference)}.`;
}

function describeConflict(reference: ToolReference, tools: readonly UpstreamTool[]): string {
  const pinned = tools.find((tool) => tool.refId === reference.refId);
  if (pinned !== undefined) {
    return `The reference contradicts itself: the refId ${refIdOf(reference)} belongs to ${quoteShort(pinned.namespacedName)}, not to ${nameOf(reference)}. Give only one of the two.`;
  }
  const servers = tools.map((tool) => quoteShort(tool.server)).join(' and ');
  return `The name ${nameOf(reference)} matches a tool on each of the servers ${servers}; pass the refId of one of them.`;
}

function nearestTool(name: string, tools: readonly UpstreamTool[]): string | undefined {
  const meant = tools.find((tool) => tool.exposedName === name || tool.tool === name);
  if (meant !== undefined) return meant.namespacedName;
  return nearestToolName(
    name,
    tools.map((tool) => tool.namespacedName),
  );
}
