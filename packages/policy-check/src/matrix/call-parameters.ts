import type { CatalogueTool } from '@modegate/mode-core/tools';

/** Returns the arguments of a tool call that accesses these files, in the form that the tool expects. */
export function callParameters(
  tool: CatalogueTool | undefined,
  files: readonly string[],
): Readonly<Record<string, unknown>> {
  const [first] = files;
  if (tool?.paths?.kind === 'patch') return { patch: files.map((file) => `*** Update File: ${file}\n`).join('') };
  if (files.length > 1) return { files: files.map((path) => ({ path })) };
  return first === undefined ? {} : { path: first };
}
