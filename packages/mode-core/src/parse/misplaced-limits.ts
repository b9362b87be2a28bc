import { isJsonObject, jsonPointer } from '@modegate/json';
import { compileNamePattern } from '../mcp/name-pattern.ts';
import type { ToolGroup } from '../modes/mode.ts';
import type { ModeContext } from '../modes/mode-problem.ts';
import { knownModeKeys } from '../modes/mode-schema.ts';
import type { ClosingReason } from '../modes/parsed-modes.ts';
import { joinWords, show } from '../show.ts';
import { toolCatalogue } from '../tools/tool-catalogue.ts';
import { deniesTools, groupsLimitedBy, isAnnotation, ownLimitKeys } from './limit-keys.ts';

/** Groups and tools that a mode loses because of misplaced restrictions. */
export interface MisplacedLimits {
  readonly groups: ReadonlyMap<ToolGroup, ClosingReason>;
  /** Blocked tools, by the canonical name of the agent's tool. */
  readonly tools: ReadonlyMap<string, ClosingReason>;
  /** All keys found, so that no key is reported twice. */
  readonly keys: ReadonlySet<string>;
}

/**
 * Finds restrictions outside the groups and restrictions of a mode, where they have no effect. Everything that they
 * would restrict is blocked until they are moved. Also finds restrictions in this format inside an unknown key, and
 * restrictions of every kind inside a YAML merge key, because the format does not support merging.
 */
export function findMisplacedLimits(raw: Readonly<Record<string, unknown>>, context: ModeContext): MisplacedLimits {
  const groups = new Map<ToolGroup, ClosingReason>();
  const tools = new Map<string, ClosingReason>();
  const keys = new Set<string>();
  for (const field of listFields(raw)) {
    const parts = readParts(field, raw);
    if (parts === undefined) continue;
    keys.add(field.path[0] ?? '');
    if (parts.groups.length + parts.tools.length === 0) continue;
    const pointer = `${context.pointer}${jsonPointer(...field.path)}`;
    const closing = { reason: reportParts(field, parts, { ...context, pointer }), pointer };
    for (const group of parts.groups) if (!groups.has(group)) groups.set(group, closing);
    for (const tool of parts.tools) if (!tools.has(tool)) tools.set(tool, closing);
  }
  return { groups, tools, keys };
}

interface Field {
  readonly key: string;
  readonly value: unknown;
  /** Path from the mode to the restricting key. */
  readonly path: readonly string[];
  /** Key of the mode that contains the restricting key, if the restricting key is nested. */
  readonly within?: string;
}

function* listFields(raw: Readonly<Record<string, unknown>>): Iterable<Field> {
  for (const [key, value] of Object.entries(raw)) {
    yield { key, value, path: [key] };
    if (key !== '<<' && (knownModeKeys.has(key) || isAnnotation(key) || groupsLimitedBy(key) !== undefined)) continue;
    for (const inner of [value].flat(maxNesting).filter(isJsonObject))
      for (const [name, member] of Object.entries(inner))
        if (key === '<<' || ownLimitKeys.has(name)) yield { key: name, value: member, path: [key], within: key };
  }
}

// A group with options is a mapping inside a list inside a list.
const maxNesting = 3;

interface Parts {
  readonly groups: readonly ToolGroup[];
  readonly tools: readonly string[];
}

function readParts({ key, value, within }: Field, raw: Readonly<Record<string, unknown>>): Parts | undefined {
  const isMerged = within === '<<';
  if (isMerged && (mergedKeys.has(key) || key === 'groups'))
    return Object.hasOwn(raw, key) ? undefined : { groups: groupsOfMerged(key, raw), tools: [] };
  if (within === undefined && knownModeKeys.has(key) && key !== 'disabledTools') return undefined;
  const groups = groupsLimitedBy(key);
  if (groups === undefined) return undefined;
  return deniesTools(key) ? readDenied(key, value, groups) : { groups, tools: [] };
}

const mergedKeys: ReadonlySet<string> = new Set([
  'mcpRestrictions',
  'allowedMcpServers',
  'commandRestrictions',
  'schedule',
  'when',
]);

function groupsOfMerged(key: string, raw: Readonly<Record<string, unknown>>): readonly ToolGroup[] {
  if (key === 'groups') return [];
  return groupsLimitedBy(key) ?? (raw.commandRestrictions === undefined ? ['mcp'] : ['mcp', 'command']);
}

/**
 * Reads a list of denied tools. If the list contains only the agent's tools, only those tools are blocked; otherwise,
 * the groups are blocked too, because any other name may be a tool on a server.
 */
function readDenied(key: string, value: unknown, groups: readonly ToolGroup[]): Parts {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  const found = names.map((name) => (typeof name === 'string' ? toolsCalled(name) : []));
  const tools = [...new Set(found.flat())];
  // Some programs write this list even when it is empty, and an empty list denies nothing.
  const isHarmless = key === 'disabledTools' && Array.isArray(value) && names.length === 0;
  const areAllNamed = names.length > 0 && found.every((some) => some.length > 0);
  return { groups: isHarmless || areAllNamed ? [] : groups, tools };
}

function toolsCalled(pattern: string): readonly string[] {
  const matches = compileNamePattern(pattern.trim());
  return toolCatalogue.filter(({ name, aliases }) => [name, ...aliases].some(matches)).map(({ name }) => name);
}

function reportParts({ key, within }: Field, { groups, tools }: Parts, context: ModeContext): string {
  const closed = [...groups.map((group) => `the group '${group}'`), ...tools.map((tool) => `'${tool}'`)];
  const reason = `Mode '${context.slug}' has ${show(key)} ${describePlace(within)}, where it has no effect; until it is ${describeRightPlace(groups)}, ${joinWords(closed, 'and')} ${closed.length === 1 ? 'is' : 'are'} closed.`;
  return context.report('LIMIT_MISPLACED', reason, context.pointer);
}

function describePlace(within: string | undefined): string {
  if (within === undefined) return 'beside its groups';
  return within === '<<' ? 'in a merge key, which the format does not support' : `in the unknown key ${show(within)}`;
}

function describeRightPlace(groups: readonly ToolGroup[]): string {
  if (groups.join() === 'command') return "in 'commandRestrictions' under a key that the format defines";
  if (groups.includes('command')) return 'taken out';
  if (groups.includes('mcp')) return "in 'mcpRestrictions' under a key that the format defines";
  return groups.includes('edit') ? 'in the group, as in [edit, { fileRegex: … }]' : 'taken out';
}
