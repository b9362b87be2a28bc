import { isJsonObject, jsonPointer } from '@modegate/json';
import { didYouMean } from '@modegate/nearest-name';
import { bobGroups, bobWords } from '../modes/bob-groups.ts';
import { type GroupEntry, getGroupName, getGroupOptions, type ToolGroup, toolGroups } from '../modes/mode.ts';
import type { ModeContext } from '../modes/mode-problem.ts';
import { groupEntrySchema } from '../modes/mode-schema.ts';
import type { ClosingReason } from '../modes/parsed-modes.ts';
import { joinWords, printable, show } from '../show.ts';
import { isAnnotation } from './limit-keys.ts';

/** The groups of a mode as its list has them. */
export interface ParsedGroups {
  /** The entries that grant something; the others are reported and dropped. */
  readonly entries: readonly GroupEntry[];
  /** The index of each in the list of the file. */
  readonly indexes: readonly number[];
  /** Groups that the list names, or would limit, and that grant nothing until something is corrected. */
  readonly closed: ReadonlyMap<ToolGroup, ClosingReason>;
  /** Groups of the client whose file it is, of which it is not known what they open, each with its JSON pointer. */
  readonly unknown: ReadonlyMap<string, string>;
}

/** Reads the list of groups. An entry that cannot be read closes what it may have been meant to limit, whatever else grants it. */
export function parseGroups(
  mode: Readonly<Record<string, unknown>>,
  misplaced: ReadonlyMap<ToolGroup, ClosingReason>,
  place: ModeContext,
): ParsedGroups {
  const closed = new Map<ToolGroup, ClosingReason>();
  const unknown = new Map<string, string>();
  const read: { readonly entry: GroupEntry; readonly index: number }[] = [];
  const list: unknown = mode.groups;
  for (const [index, written] of (Array.isArray(list) ? (list as readonly unknown[]) : []).entries()) {
    const entry = place.isFromBob === true ? toOwnGroup(written) : written;
    const pointer = `${place.pointer}/groups/${index}`;
    if (place.isFromBob === true && typeof entry === 'string' && bobGroups.includes(entry)) unknown.set(entry, pointer);
    const known = parseGroup(entry, closed, { ...place, pointer });
    if (known !== undefined) read.push({ entry: known, index });
  }
  for (const { entry } of read) {
    const name = getGroupName(entry);
    const closing = misplaced.get(name);
    // The group `mcp` stays, so that its refusals name the key that closes it.
    if (closing !== undefined && name !== 'mcp' && !closed.has(name)) closed.set(name, closing);
  }
  const kept = read.filter(({ entry }) => !closed.has(getGroupName(entry)));
  reportDuplicates(kept, place);
  return { entries: kept.map(({ entry }) => entry), indexes: kept.map(({ index }) => index), closed, unknown };
}

/** An entry of Bob's under our name of its group. */
function toOwnGroup(entry: unknown): unknown {
  const [name, ...options]: readonly unknown[] = Array.isArray(entry) ? entry : [entry];
  const ours = typeof name === 'string' && Object.hasOwn(bobWords, name) ? bobWords[name] : undefined;
  if (ours === undefined) return entry;
  return Array.isArray(entry) ? [ours, ...options] : ours;
}

function parseGroup(entry: unknown, closed: Map<ToolGroup, ClosingReason>, place: ModeContext): GroupEntry | undefined {
  const close = (group: ToolGroup, closing: ClosingReason) => closed.has(group) || closed.set(group, closing);
  const parsed = groupEntrySchema.safeParse(entry);
  if (!parsed.success) {
    const groups = listMeant(entry);
    const reason = reportBadGroup(entry, groups, place);
    for (const group of groups) close(group, { reason, pointer: place.pointer });
    return undefined;
  }
  const known = parsed.data as GroupEntry;
  const group = getGroupName(known);
  const closing = findUnknownOption(getGroupOptions(known) ?? {}, { ...place, group });
  if (closing === undefined) return known;
  close(group, closing);
  return undefined;
}

function reportDuplicates(
  kept: readonly { readonly entry: GroupEntry; readonly index: number }[],
  place: ModeContext,
): void {
  const seen = new Set<ToolGroup>();
  for (const { entry, index } of kept) {
    const name = getGroupName(entry);
    if (seen.has(name)) {
      const message = `Mode '${place.slug}' lists the group '${name}' more than once; every limit given for it must hold. Keep one entry.`;
      place.report('GROUP_DUPLICATE', { message, pointer: `${place.pointer}/groups/${index}`, mode: place.slug });
    }
    seen.add(name);
  }
}

const limitedGroups: readonly ToolGroup[] = ['read', 'edit'];

/** The groups that an entry of the wrong form names; of a mapping that names none, those that can have a limit. */
function listMeant(entry: unknown): readonly ToolGroup[] {
  if (typeof entry !== 'object') return [];
  const parts: readonly unknown[] = [entry].flat(3);
  const names = parts.flatMap((part) => (isJsonObject(part) ? Object.keys(part) : [part]));
  const named = toolGroups.filter((group) => names.includes(group));
  return named.length > 0 || !parts.some(isJsonObject) ? named : limitedGroups;
}

function reportBadGroup(entry: unknown, closed: readonly ToolGroup[], place: ModeContext): string {
  const name: unknown = Array.isArray(entry) ? entry[0] : entry;
  if (closed.length === 0 && typeof name === 'string') {
    const message = `Mode '${place.slug}' holds the unknown group '${printable(name)}', which grants nothing; known groups are ${toolGroups.join(', ')}.${didYouMean(name, toolGroups)}`;
    place.report('GROUP_UNKNOWN', { message, pointer: place.pointer, mode: place.slug });
    return message;
  }
  const groups = joinWords(
    closed.map((group) => `'${group}'`),
    'and',
  );
  const effect =
    closed.length === 0 ? 'it grants nothing' : `until it is corrected, this mode may use nothing of ${groups}`;
  const message = `A group of mode '${place.slug}' must be a group name or a pair like [edit, { fileRegex: '\\.md$' }], not ${show(entry)}; ${effect}.`;
  place.report('GROUP_INVALID', { message, pointer: place.pointer, mode: place.slug });
  return message;
}

const optionKeys = ['fileRegex', 'description'] as const;

/** What an unknown option was to limit is not known, so the group is not granted without it. */
function findUnknownOption(
  options: object,
  place: ModeContext & { readonly group: string },
): ClosingReason | undefined {
  const unknown = Object.keys(options).filter((key) => !(optionKeys as readonly string[]).includes(key));
  const closings = unknown.flatMap((key) => {
    const isHarmless = isAnnotation(key);
    const effect = isHarmless ? ', which has no effect.' : '; until it is corrected the group grants nothing.';
    const hint = isHarmless
      ? ''
      : didYouMean(key, optionKeys) || ` The options of a group are 'fileRegex' and 'description'.`;
    const message = `The group '${place.group}' of mode '${place.slug}' has the unknown option ${show(key)}${effect}${hint}`;
    const pointer = `${place.pointer}/1${jsonPointer(key)}`;
    place.report(isHarmless ? 'KEY_UNKNOWN' : 'GROUP_INVALID', { message, pointer, mode: place.slug });
    return isHarmless ? [] : [{ reason: message, pointer }];
  });
  return closings[0];
}
