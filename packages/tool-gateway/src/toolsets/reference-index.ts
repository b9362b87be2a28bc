import { createReferenceLookup, nearestToolName, type ToolReference } from '../catalogue/tool-reference.ts';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';
import { quoteShort } from './toolset.ts';

// Maximum number of suggestions: comparing a name with all others is slow, and a request may contain a hundred misspelt
// names.
const MAX_SUGGESTIONS = 5;

/**
 * Returns a function that looks up a caller's reference among the tools that the caller can see; the function returns
 * the tool, or a sentence that explains the failure. Create one per request: only the first few unknown names get a
 * suggestion.
 */
export function createReferenceResolver(
  tools: readonly UpstreamTool[],
): (reference: ToolReference) => UpstreamTool | string {
  const find = createReferenceLookup(tools);
  let suggestionsLeft = MAX_SUGGESTIONS;
  const suggest = (name: string | undefined): string => {
    if (name === undefined || suggestionsLeft === 0) return '';
    suggestionsLeft -= 1;
    const nearest = nearestTool(name, tools);
    return nearest === undefined ? '' : ` Did you mean ${quoteShort(nearest)}?`;
  };
  return (reference) => {
    const match = find(reference);
    switch (match.kind) {
      case 'found':
        return match.tool;
      case 'unknown':
        return `${describeUnknown(reference)}${suggest(reference.namespacedName)}`;
      case 'conflict':
        return describeConflict(reference, match.tools);
      case 'changed':
        return `The tool ${nameOf(reference)} does not have the refId ${refIdOf(reference)}: its definition has changed. Its refId is now '${match.tool.refId}'.`;
      case 'renamed':
        return `The refId ${refIdOf(reference)} belongs to ${quoteShort(match.tool.namespacedName)}, and no available tool is named ${nameOf(reference)}. Give only one of the two.`;
    }
  };
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
