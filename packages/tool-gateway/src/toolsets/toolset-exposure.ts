import type { JsonObject } from '@modegate/json';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { identityOf, type UpstreamTool } from '../catalogue/upstream-tool.ts';
import type { UnequippedExposure } from './configuration-mode.ts';
import { type ChangedToolPolicy, quoteShort, type ToolNote, type Toolset } from './toolset.ts';
import { describeMember, resolveToolset, type ToolsetMember } from './toolset-members.ts';
import { notesOn } from './toolset-plans.ts';

/**
 * The effect of the equipped toolset on each tool; queries are fast enough to be made for every tool in every list and
 * for every call.
 */
export interface ToolsetExposure {
  /** The tools in the equipped set compared with the current tools; empty if no set is equipped. */
  readonly members: readonly ToolsetMember[];
  /**
   * True if the equipped set exposes the tool; if no set is equipped, the option `unequipped` determines the result.
   */
  includes(tool: UpstreamTool): boolean;
  /** Returns the reason why {@link ToolsetExposure.includes} is false, with a solution; undefined if it is true. */
  whyNotEquipped(tool: UpstreamTool): string | undefined;
  /** Returns a warning about an exposed tool that has changed since the set was built. */
  warning(tool: UpstreamTool): string | undefined;
  /** Returns the tool's definition with the set's notes; returns the same object while the notes are unchanged. */
  annotated(tool: UpstreamTool): JsonObject;
}

/** Options for {@link createToolsetExposure}. */
export interface ExposureOptions {
  active(): Toolset | undefined;
  catalogue(): Catalogue;
  readonly changedTools: ChangedToolPolicy;
  readonly unequipped: UnequippedExposure;
}

/** Creates the exposure; resolves each tool in the set once for each combination of set and catalogue. */
export function createToolsetExposure(options: ExposureOptions): ToolsetExposure {
  let resolved: Resolved | undefined;
  const resolve = (): Resolved => {
    const toolset = options.active();
    const catalogue = options.catalogue();
    if (resolved === undefined || resolved.toolset !== toolset || resolved.catalogue !== catalogue) {
      resolved = resolveNow(toolset, catalogue, options.changedTools);
    }
    return resolved;
  };
  const exposed = ({ byIdentity }: Resolved, tool: UpstreamTool): ToolsetMember | undefined => {
    const member = byIdentity.get(identityOf(tool));
    return member?.isExposed === true && member.tool?.refId === tool.refId ? member : undefined;
  };
  const includes = (tool: UpstreamTool): boolean => {
    const now = resolve();
    return now.toolset === undefined ? options.unequipped === 'all' : exposed(now, tool) !== undefined;
  };
  return {
    get members() {
      return resolve().members;
    },
    includes,
    whyNotEquipped: (tool) => {
      if (includes(tool)) return undefined;
      const { toolset, byIdentity } = resolve();
      const member = byIdentity.get(identityOf(tool));
      return (member === undefined ? undefined : describeMember(member)) ?? describeOutsider(tool, toolset);
    },
    warning: (tool) => {
      const member = exposed(resolve(), tool);
      return member === undefined ? undefined : describeMember(member);
    },
    annotated: rememberAnnotated(options.active),
  };
}

interface Resolved {
  readonly toolset: Toolset | undefined;
  readonly catalogue: Catalogue;
  readonly members: readonly ToolsetMember[];
  readonly byIdentity: ReadonlyMap<string, ToolsetMember>;
}

function resolveNow(toolset: Toolset | undefined, catalogue: Catalogue, changedTools: ChangedToolPolicy): Resolved {
  const members = toolset === undefined ? [] : resolveToolset(toolset, catalogue, changedTools);
  const byIdentity = new Map<string, ToolsetMember>();
  for (const member of members) if (member.tool !== undefined) byIdentity.set(identityOf(member.tool), member);
  return { toolset, catalogue, members, byIdentity };
}

function describeOutsider({ namespacedName }: UpstreamTool, toolset: Toolset | undefined): string {
  const name = quoteShort(namespacedName);
  return toolset === undefined
    ? `${name} is not available: no toolset is equipped. Equip a toolset that contains this tool.`
    : `${name} is not in the equipped toolset ${quoteShort(toolset.name)}. Equip a toolset that contains this tool, or unequip the current toolset.`;
}

function rememberAnnotated(active: () => Toolset | undefined): (tool: UpstreamTool) => JsonObject {
  interface Annotated {
    readonly toolset: Toolset;
    readonly notes: readonly ToolNote[];
    readonly definition: JsonObject;
  }
  const known = new WeakMap<UpstreamTool, Annotated>();
  return (tool) => {
    const toolset = active();
    if (toolset?.toolNotes === undefined) return tool.definition;
    const before = known.get(tool);
    if (before?.toolset === toolset) return before.definition;
    const notes = notesOn(toolset, tool);
    const isSame = before !== undefined && JSON.stringify(before.notes) === JSON.stringify(notes);
    const definition = isSame ? before.definition : annotatedDefinition(tool, notes);
    known.set(tool, { toolset, notes, definition });
    return definition;
  };
}

/**
 * Returns the definition of a tool with notes at the end of its description.
 *
 * The result is derived from the server's definition each time, so notes do not accumulate; without notes, the result
 * is the original object. A missing description is added, and no other member changes.
 */
export function annotatedDefinition(tool: UpstreamTool, notes: readonly ToolNote[]): JsonObject {
  const { definition } = tool;
  if (notes.length === 0) return definition;
  const { description } = definition;
  const lines = ['Notes from the equipped toolset:', ...notes.map(({ name, note }) => `- ${name}: ${flatten(note)}`)];
  const section = lines.join('\n');
  const begun = typeof description === 'string' && description !== '' ? `${description}\n\n${section}` : section;
  return { ...definition, description: begun };
}

// Each note is one line, so that it cannot imitate a heading or another note.
function flatten(note: string): string {
  return note.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
