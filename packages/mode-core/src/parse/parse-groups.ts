import { jsonPointer } from '@modegate/json';
import { didYouMean, nearestName } from '@modegate/nearest-name';
import { type GroupEntry, type ToolGroup, toolGroups } from '../modes/mode.ts';
import type { ModePlace } from '../modes/mode-problem.ts';
import { groupEntrySchema } from '../modes/mode-schema.ts';
import { printable, show } from '../show.ts';
import { isAnnotation, readLimitKey } from './limit-words.ts';

/** The group entries of a mode that grant something, and the index of each; the others are reported and dropped. */
export function parseGroups(
  mode: Readonly<Record<string, unknown>>,
  closed: ReadonlyMap<ToolGroup, unknown>,
  place: ModePlace,
): { readonly entries: readonly GroupEntry[]; readonly indexes: readonly number[] } {
  const entries: GroupEntry[] = [];
  const indexes: number[] = [];
  const seen = new Set<string>();
  const list: unknown = mode.groups;
  for (const [index, entry] of (Array.isArray(list) ? (list as readonly unknown[]) : []).entries()) {
    const pointer = `${place.pointer}/groups/${index}`;
    const parsed = groupEntrySchema.safeParse(entry);
    if (!parsed.success) {
      reportBadGroup(entry, { ...place, pointer });
      continue;
    }
    const name = typeof parsed.data === 'string' ? parsed.data : parsed.data[0];
    if (typeof parsed.data !== 'string' && !hasKnownOptions(parsed.data[1], { ...place, pointer, group: name }))
      continue;
    // The group `mcp` stays, so that its refusals name the key that closes it.
    if (closed.has(name) && name !== 'mcp') continue;
    if (seen.has(name)) {
      const message = `Mode '${place.slug}' lists the group '${name}' more than once; every limit given for it must hold. Keep one entry.`;
      place.report('GROUP_DUPLICATE', { message, pointer, mode: place.slug });
    }
    seen.add(name);
    entries.push(parsed.data as GroupEntry);
    indexes.push(index);
  }
  return { entries, indexes };
}

function reportBadGroup(entry: unknown, place: ModePlace): void {
  const name: unknown = Array.isArray(entry) ? entry[0] : entry;
  if (typeof name === 'string' && !(toolGroups as readonly string[]).includes(name)) {
    const message = `Mode '${place.slug}' holds the unknown group '${printable(name)}', which grants nothing; known groups are ${toolGroups.join(', ')}.${didYouMean(name, toolGroups)}`;
    place.report('GROUP_UNKNOWN', { message, pointer: place.pointer, mode: place.slug });
    return;
  }
  const message = `A group of mode '${place.slug}' must be a group name or a pair like [edit, { fileRegex: '\\.md$' }], not ${show(entry)}; it grants nothing.`;
  place.report('GROUP_INVALID', { message, pointer: place.pointer, mode: place.slug });
}

const optionKeys = ['fileRegex', 'description'] as const;

/** What an unknown option was to limit is not known, so the group is not granted without it. */
function hasKnownOptions(options: object, place: ModePlace & { readonly group: string }): boolean {
  const unknown = Object.keys(options).filter((key) => !(optionKeys as readonly string[]).includes(key));
  for (const key of unknown) {
    const isHarmless = isAnnotation(key);
    const meant = readLimitKey(key)?.groups.includes('edit') === true ? 'fileRegex' : nearestName(key, optionKeys);
    const effect = isHarmless ? ', which has no effect.' : '; until it is corrected the group grants nothing.';
    const hint = isHarmless || meant === undefined ? '' : ` Did you mean '${meant}'?`;
    const message = `The group '${place.group}' of mode '${place.slug}' has the unknown option ${show(key)}${effect}${hint}`;
    place.report(isHarmless ? 'KEY_UNKNOWN' : 'GROUP_INVALID', {
      message,
      pointer: `${place.pointer}/1${jsonPointer(key)}`,
      mode: place.slug,
    });
  }
  return unknown.every(isAnnotation);
}
