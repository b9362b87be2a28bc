import { jsonPointer } from '@modegate/json';
import { didYouMean } from '@modegate/nearest-name';
import type { RuleReference } from '../decision.ts';
import { compileNamePattern } from '../mcp/name-pattern.ts';
import { isMcpToolName } from '../mcp/wire-names.ts';
import { show } from '../show.ts';
import { listToolNames, toolCatalogue } from '../tools/tool-catalogue.ts';

/** The tools that the settings switch off, by name. */
export interface DisabledTools {
  /** How many entries there are. */
  readonly size: number;
  /** The entry that switches a tool off: of the agent by its canonical name, of a server by a name on the wire. */
  get(name: string): RuleReference | undefined;
  has(name: string): boolean;
}

/** Compiles names and patterns as restrictions have them. A tool is off under all its names when one of them is. */
export function compileDisabledTools(names: readonly string[]): DisabledTools {
  const byName = new Map<string, RuleReference>();
  const entries = names.map((name, index) => ({ matches: compileNamePattern(name), by: ruleOf(index) }));
  for (const tool of toolCatalogue) {
    const entry = entries.find(({ matches }) => [tool.name, ...tool.aliases].some(matches));
    if (entry !== undefined) byName.set(tool.name, entry.by);
  }
  const get = (name: string) => byName.get(name) ?? entries.find(({ matches }) => matches(name))?.by;
  return { size: names.length, get, has: (name) => get(name) !== undefined };
}

/** The entries that switch nothing off, because no tool is called so; each as a sentence and the place in the list. */
export function findUnknownTools(
  names: readonly string[],
): readonly { readonly message: string; readonly pointer: string }[] {
  const known = [...listToolNames()];
  return names.flatMap((name, index) => {
    const matches = compileNamePattern(name);
    // The tools of servers are not listed anywhere, so a name on the wire is taken as it is.
    if (isMcpToolName(name) || known.some(matches)) return [];
    const message = `No tool is called ${show(name)}, so it would switch nothing off.${didYouMean(name, known)}`;
    return [{ message, pointer: jsonPointer('disabledTools', index) }];
  });
}

function ruleOf(index: number): RuleReference {
  return { layer: 'settings', pointer: jsonPointer('disabledTools', index) };
}
