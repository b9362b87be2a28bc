import { jsonPointer } from '@modegate/json';
import { didYouMean } from '@modegate/nearest-name';
import type { RuleReference } from '../decision.ts';
import { compileNamePattern } from '../mcp/name-pattern.ts';
import { isMcpToolName } from '../mcp/wire-names.ts';
import { show } from '../show.ts';
import { listToolNames, toolCatalogue } from '../tools/tool-catalogue.ts';

/** Tools switched off by the settings, by name. */
export interface DisabledTools {
  /** Number of entries. */
  readonly size: number;
  /**
   * Finds the entry that switches off a tool; the agent's tools are found by canonical name, and a server's tools by
   * wire name.
   */
  get(name: string): RuleReference | undefined;
  has(name: string): boolean;
}

/**
 * Compiles names and patterns in the same way as those in restrictions. Switching off one name of a tool also switches
 * off all its other names.
 */
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

/** Finds entries that match no tool; returns each entry as a sentence, with its pointer in the list. */
export function findUnknownTools(
  names: readonly string[],
): readonly { readonly message: string; readonly pointer: string }[] {
  const known = [...listToolNames()];
  return names.flatMap((name, index) => {
    const matches = compileNamePattern(name);
    // The tools of servers are not known at this point, so a wire name is accepted unchecked.
    if (isMcpToolName(name) || known.some(matches)) return [];
    const message = `No tool is called ${show(name)}, so this entry has no effect.${didYouMean(name, known)}`;
    return [{ message, pointer: jsonPointer('disabledTools', index) }];
  });
}

function ruleOf(index: number): RuleReference {
  return { layer: 'settings', pointer: jsonPointer('disabledTools', index) };
}
