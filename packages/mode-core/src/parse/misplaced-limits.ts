import { isJsonObject, jsonPointer } from '@modegate/json';
import { nearestName } from '@modegate/nearest-name';
import { compileNamePattern } from '../mcp/name-pattern.ts';
import type { ToolGroup } from '../modes/mode.ts';
import type { ModePlace } from '../modes/mode-problem.ts';
import { knownModeKeys } from '../modes/mode-schema.ts';
import type { Closing } from '../modes/parsed-modes.ts';
import { joinWords, show } from '../show.ts';
import { toolCatalogue } from '../tools/tool-catalogue.ts';
import { isAnnotation, readLimitKey } from './limit-words.ts';

/** What a mode loses by keys that look like limits and are not limits in their place. */
export interface MisplacedLimits {
  readonly groups: ReadonlyMap<ToolGroup, Closing>;
  /** By canonical name of the agent's tool. */
  readonly tools: ReadonlyMap<string, Closing>;
  /** Every key that was found, so that it is not reported a second time. */
  readonly keys: ReadonlySet<string>;
}

/**
 * Finds limits beside the groups and restrictions of a mode, under whatever name: the format has none there, so what they would limit is
 * closed until they are where they count. A YAML merge key is looked into, because the format does not merge.
 */
export function findMisplacedLimits(raw: Readonly<Record<string, unknown>>, place: ModePlace): MisplacedLimits {
  const groups = new Map<ToolGroup, Closing>();
  const tools = new Map<string, Closing>();
  const keys = new Set<string>();
  for (const field of listFields(raw)) {
    const parts = readParts(field, raw);
    if (parts === undefined) continue;
    keys.add(field.isMerged ? '<<' : field.key);
    if (parts.groups.length + parts.tools.length === 0) continue;
    const pointer = `${place.pointer}${jsonPointer(field.isMerged ? '<<' : field.key)}`;
    const closing = { reason: reportParts(field, parts, { ...place, pointer }), pointer };
    for (const group of parts.groups) if (!groups.has(group)) groups.set(group, closing);
    for (const tool of parts.tools) if (!tools.has(tool)) tools.set(tool, closing);
  }
  return { groups, tools, keys };
}

interface Field {
  readonly key: string;
  readonly value: unknown;
  readonly isMerged: boolean;
}

function listFields(raw: Readonly<Record<string, unknown>>): readonly Field[] {
  const own = Object.entries(raw).map(([key, value]) => ({ key, value, isMerged: false }));
  if (raw['<<'] === undefined) return own;
  const inner = [raw['<<']]
    .flat()
    .filter(isJsonObject)
    .flatMap((mapping) => Object.entries(mapping));
  return [...own, ...inner.map(([key, value]) => ({ key, value, isMerged: true }))];
}

function reportParts({ key, isMerged }: Field, { groups, tools, meant }: Parts, place: ModePlace): string {
  const { pointer } = place;
  if (meant !== undefined) {
    const reason = `Mode '${place.slug}' has the key ${show(key)}, which looks like '${meant}'; until it is corrected every MCP call of this mode is refused.`;
    place.report('RESTRICTIONS_INVALID', { message: reason, pointer, mode: place.slug });
    return reason;
  }
  const closed = [...groups.map((group) => `the group '${group}'`), ...tools.map((tool) => `'${tool}'`)];
  const where = isMerged ? 'in a merge key, which the format does not read' : 'beside its groups';
  const reason = `Mode '${place.slug}' has ${show(key)} ${where}, where it limits nothing; until ${hintFor(key, groups)}, ${joinWords(closed, 'and')} ${closed.length === 1 ? 'is' : 'are'} closed.`;
  place.report('LIMIT_MISPLACED', { message: reason, pointer, mode: place.slug });
  return reason;
}

interface Parts {
  readonly groups: readonly ToolGroup[];
  readonly tools: readonly string[];
  /** The restrictions of the format that the key only misspells. */
  readonly meant?: string;
}

function readParts({ key, value, isMerged }: Field, raw: Readonly<Record<string, unknown>>): Parts | undefined {
  if (isMerged && (mcpKeys.has(key) || key === 'groups'))
    return Object.hasOwn(raw, key) ? undefined : { groups: key === 'groups' ? [] : ['mcp'], tools: [] };
  if ((knownModeKeys.has(key) && key !== 'disabledTools') || isAnnotation(key)) return undefined;
  const meaning = readLimitKey(key);
  // The words go before the likeness: `fileRestrictions` is near to `mcpRestrictions`, and speaks of something else.
  const mayBeField = !isMerged && key !== 'disabledTools' && meaning?.groups.includes('mcp') !== false;
  const meant = mayBeField ? nearestName(key, fieldNames) : undefined;
  if (meant !== undefined) return { groups: ['mcp'], tools: [], meant };
  if (meaning === undefined) return undefined;
  return meaning.deniesTools ? readDenied(key, value, meaning.groups) : { groups: meaning.groups, tools: [] };
}

const fieldNames = ['mcpRestrictions', 'allowedMcpServers'];
const mcpKeys: ReadonlySet<string> = new Set(['mcpRestrictions', 'allowedMcpServers', 'schedule', 'when']);

/** A list of nothing but tools of the agent takes those away; any other name may be a tool of a server. */
function readDenied(key: string, value: unknown, groups: readonly ToolGroup[]): Parts {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  const found = names.map((name) => (typeof name === 'string' ? toolsCalled(name) : []));
  const tools = [...new Set(found.flat())];
  // An empty list of this one name takes nothing away; programs write it so.
  const isHarmless = key === 'disabledTools' && Array.isArray(value) && names.length === 0;
  const areAllNamed = names.length > 0 && found.every((some) => some.length > 0);
  return { groups: isHarmless || areAllNamed ? [] : groups, tools };
}

function toolsCalled(pattern: string): readonly string[] {
  const matches = compileNamePattern(pattern.trim());
  return toolCatalogue.filter(({ name, aliases }) => [name, ...aliases].some(matches)).map(({ name }) => name);
}

function hintFor(key: string, groups: readonly ToolGroup[]): string {
  if (key === 'fileRegex') return 'it belongs in the group, as in [edit, { fileRegex: … }]';
  if (groups.includes('mcp')) return "it belongs in 'mcpRestrictions' under a name of the format";
  if (groups.includes('edit')) return 'it is a fileRegex in the group, as in [edit, { fileRegex: … }]';
  return 'it is taken out';
}
