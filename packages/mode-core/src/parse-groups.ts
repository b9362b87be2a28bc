import { type GroupEntry, toolGroups } from './mode.ts';
import type { ModePlace } from './mode-place.ts';
import { groupEntrySchema } from './mode-schema.ts';
import { didYouMean, nearestName } from './nearest.ts';
import { printable, show } from './show.ts';

/** The group entries of a mode that grant something, and where each stands; the others are reported and dropped. */
export function parseGroups(
  mode: Readonly<Record<string, unknown>>,
  place: ModePlace,
): { readonly entries: readonly GroupEntry[]; readonly indexes: readonly number[] } {
  const entries: GroupEntry[] = [];
  const indexes: number[] = [];
  const seen = new Set<string>();
  const list: unknown = mode.groups;
  const misplaced = reportMisplacedLimit(mode, place);
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
    if (misplaced && name === 'edit') continue;
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

/** A limit written on the mode instead of in its group would limit nothing. */
function reportMisplacedLimit(mode: Readonly<Record<string, unknown>>, place: ModePlace): boolean {
  if (mode.fileRegex === undefined) return false;
  const message = `Mode '${place.slug}' has 'fileRegex' beside its groups, where it limits nothing; until it stands in the group, as in [edit, { fileRegex: … }], the group 'edit' grants nothing.`;
  place.report('GROUP_INVALID', { message, pointer: `${place.pointer}/fileRegex`, mode: place.slug });
  return true;
}

const optionKeys = ['fileRegex', 'description'] as const;

/** An option that looks like a misspelt limit must not leave the group without one. */
function hasKnownOptions(options: object, place: ModePlace & { readonly group: string }): boolean {
  for (const key of Object.keys(options)) {
    if ((optionKeys as readonly string[]).includes(key)) continue;
    const isLimit = nearestName(key, optionKeys) === 'fileRegex';
    const effect = isLimit
      ? "; until it is corrected the group grants nothing. Did you mean 'fileRegex'?"
      : ', which has no effect.';
    const message = `The group '${place.group}' of mode '${place.slug}' has the unknown option ${show(key)}${effect}`;
    place.report(isLimit ? 'GROUP_INVALID' : 'KEY_UNKNOWN', { message, pointer: place.pointer, mode: place.slug });
    if (isLimit) return false;
  }
  return true;
}
