import type { CatalogueTool } from './catalogue.ts';
import type { JsonObject } from './json-object.ts';
import type { ToolNote } from './toolset.ts';

/**
 * The definition of a tool with notes at the end of its description.
 *
 * It is made from the definition that the server sent each time, so that notes never pile up; without notes it is that very object. A
 * description that is absent is begun, and no other member is touched.
 */
export function annotatedDefinition(tool: CatalogueTool, notes: readonly ToolNote[]): JsonObject {
  const { definition } = tool;
  if (notes.length === 0) return definition;
  const { description } = definition;
  const lines = ['Notes of the equipped toolset:', ...notes.map(({ name, note }) => `- ${name}: ${flatten(note)}`)];
  const section = lines.join('\n');
  const begun = typeof description === 'string' && description !== '' ? `${description}\n\n${section}` : section;
  return { ...definition, description: begun };
}

// One note is one line, so that none can pass for a heading or for another note.
function flatten(note: string): string {
  return note.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
