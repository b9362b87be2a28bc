import { isJsonObject, jsonPointer } from '@modegate/json';
import { didYouMean } from '@modegate/nearest-name';
import { bobGroups, bobWords } from '../modes/bob-groups.ts';
import { type GroupEntry, getGroupName, getGroupOptions, type ToolGroup, toolGroups } from '../modes/mode.ts';
import type { ModeContext } from '../modes/mode-problem.ts';
import { groupEntrySchema } from '../modes/mode-schema.ts';
import type { ClosingReason } from '../modes/parsed-modes.ts';
import { joinWords, printable, show } from '../show.ts';
import { isAnnotation } from './limit-keys.ts';

/** Groups of a mode, as listed in the file. */
export interface ParsedGroups {
  /** Entries that allow something; other entries are reported and dropped. */
  readonly entries: readonly GroupEntry[];
  /** Index of each entry in the file's list. */
  readonly indexes: readonly number[];
  /** Groups that are listed or restricted, but allow nothing until a fault is corrected. */
  readonly closed: ReadonlyMap<ToolGroup, ClosingReason>;
  /** Groups of unknown effect that are known only to the file's client, each with its JSON pointer. */
  readonly unknown: ReadonlyMap<string, string>;
}

/**
 * Reads the list of groups. An unreadable entry blocks every group that it may have been meant to restrict, even if
 * another entry lists the group.
 */
export function parseGroups(
  mode: Readonly<Record<string, unknown>>,
  misplaced: ReadonlyMap<ToolGroup, ClosingReason>,
  context: ModeContext,
): ParsedGroups {
  const closed = new Map<ToolGroup, ClosingReason>();
  const unknown = new Map<string, string>();
  const read: { readonly entry: GroupEntry; readonly index: number }[] = [];
  const list: unknown = mode.groups;
  for (const [index, written] of (Array.isArray(list) ? (list as readonly unknown[]) : []).entries()) {
    const entry = context.isFromBob === true ? toOwnGroup(written) : written;
    const pointer = `${context.pointer}/groups/${index}`;
    if (context.isFromBob === true && typeof entry === 'string' && bobGroups.includes(entry))
      unknown.set(entry, pointer);
    const known = parseGroup(entry, closed, { ...context, pointer });
    if (known !== undefined) read.push({ entry: known, index });
  }
  for (const { entry } of read) {
    const name = getGroupName(entry);
    const closing = misplaced.get(name);
    // The group `mcp` remains listed, so that refusals of MCP calls identify the key that blocks the group.
    if (closing !== undefined && name !== 'mcp' && !closed.has(name)) closed.set(name, closing);
  }
  const kept = read.filter(({ entry }) => !closed.has(getGroupName(entry)));
  reportDuplicates(kept, context);
  return { entries: kept.map(({ entry }) => entry), indexes: kept.map(({ index }) => index), closed, unknown };
}

/** Translates the name of one of Bob's groups to the name used here. */
function toOwnGroup(entry: unknown): unknown {
  const [name, ...options]: readonly unknown[] = Array.isArray(entry) ? entry : [entry];
  const ours = typeof name === 'string' && Object.hasOwn(bobWords, name) ? bobWords[name] : undefined;
  if (ours === undefined) return entry;
  return Array.isArray(entry) ? [ours, ...options] : ours;
}

function parseGroup(
  entry: unknown,
  closed: Map<ToolGroup, ClosingReason>,
  context: ModeContext,
): GroupEntry | undefined {
  const close = (group: ToolGroup, closing: ClosingReason) => closed.has(group) || closed.set(group, closing);
  const parsed = groupEntrySchema.safeParse(entry);
  if (!parsed.success) {
    const groups = listMeant(entry);
    const reason = reportBadGroup(entry, groups, context);
    for (const group of groups) close(group, { reason, pointer: context.pointer });
    return undefined;
  }
  const known = parsed.data as GroupEntry;
  const group = getGroupName(known);
  const closing = findUnknownOption(getGroupOptions(known) ?? {}, { ...context, group });
  if (closing === undefined) return known;
  close(group, closing);
  return undefined;
}

function reportDuplicates(
  kept: readonly { readonly entry: GroupEntry; readonly index: number }[],
  context: ModeContext,
): void {
  const seen = new Set<ToolGroup>();
  for (const { entry, index } of kept) {
    const name = getGroupName(entry);
    if (seen.has(name)) {
      const message = `Mode '${context.slug}' lists the group '${name}' more than once, and all limits of these entries apply. Keep only one entry.`;
      context.report('GROUP_DUPLICATE', message, `${context.pointer}/groups/${index}`);
    }
    seen.add(name);
  }
}

const limitedGroups: readonly ToolGroup[] = ['read', 'edit'];

/**
 * Returns the groups to which a malformed entry refers; for a mapping that refers to no group, returns all groups that
 * support restrictions.
 */
function listMeant(entry: unknown): readonly ToolGroup[] {
  if (typeof entry !== 'object') return [];
  const parts: readonly unknown[] = [entry].flat(3);
  const names = parts.flatMap((part) => (isJsonObject(part) ? Object.keys(part) : [part]));
  const named = toolGroups.filter((group) => names.includes(group));
  return named.length > 0 || !parts.some(isJsonObject) ? named : limitedGroups;
}

function reportBadGroup(entry: unknown, closed: readonly ToolGroup[], context: ModeContext): string {
  const name: unknown = Array.isArray(entry) ? entry[0] : entry;
  if (closed.length === 0 && typeof name === 'string') {
    const message = `Mode '${context.slug}' has the unknown group '${printable(name)}', which grants nothing; known groups are ${toolGroups.join(', ')}.${didYouMean(name, toolGroups)}`;
    return context.report('GROUP_UNKNOWN', message, context.pointer);
  }
  const names = closed.map((group) => `'${group}'`);
  const effect =
    closed.length === 0
      ? 'it grants nothing'
      : `until it is corrected, this mode may not use any tool of ${joinWords(names, 'and')}`;
  const message = `A group of mode '${context.slug}' must be a group name or a pair like [edit, { fileRegex: '\\.md$' }], not ${show(entry)}; ${effect}.`;
  return context.report('GROUP_INVALID', message, context.pointer);
}

const optionKeys = ['fileRegex', 'description'] as const;

/** Finds an unknown option; such an option may be a restriction, so the group is blocked. */
function findUnknownOption(
  options: object,
  context: ModeContext & { readonly group: string },
): ClosingReason | undefined {
  const unknown = Object.keys(options).filter((key) => !(optionKeys as readonly string[]).includes(key));
  const closings = unknown.flatMap((key) => {
    const isHarmless = isAnnotation(key);
    const effect = isHarmless ? ', which has no effect.' : '; until it is corrected, the group grants nothing.';
    const hint = isHarmless
      ? ''
      : didYouMean(key, optionKeys) || ` The options of a group are 'fileRegex' and 'description'.`;
    const message = `The group '${context.group}' of mode '${context.slug}' has the unknown option ${show(key)}${effect}${hint}`;
    const pointer = `${context.pointer}/1${jsonPointer(key)}`;
    context.report(isHarmless ? 'KEY_UNKNOWN' : 'GROUP_INVALID', message, pointer);
    return isHarmless ? [] : [{ reason: message, pointer }];
  });
  return closings[0];
}
