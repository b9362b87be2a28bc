import { defined, equalValues } from '@modegate/json';
import { type CommandList, commandLists } from '@modegate/mode-core/commands';
import type { CommandRestrictions } from '@modegate/mode-core/modes';
import { decisionState, isWider } from './decision-state.ts';
import type { ModeDraft, OpenedProject } from './mode-draft.ts';
import { type RowSubject, rowKey } from './permission-rows.ts';
import { type RowStates, readStates } from './row-states.ts';

/** The three sides of a merge: the common base, the draft here, and the current file. */
export interface MergeSides {
  readonly base: ModeDraft;
  readonly mine: ModeDraft;
  readonly theirs: ModeDraft;
}

/** A draft that contains both changes, or the reason why a person has to choose. */
export type MergeResult =
  | { readonly outcome: 'merged'; readonly draft: ModeDraft }
  /**
   * The parts that both sides changed in different ways: keys of the restrictions or `groups`; empty if the conflict is
   * that both changes together would allow more, such as the rows in `granted`.
   */
  | { readonly outcome: 'conflict'; readonly fields: readonly string[]; readonly granted: readonly RowSubject[] };

/**
 * Merges two changes to one mode: lists entry by entry, and every other value as a whole. Reports a conflict if the
 * result would allow something that neither side alone allows, or if the two sides put an entry into different lists.
 */
export function mergeDrafts(opened: OpenedProject, { base, mine, theirs }: MergeSides): MergeResult {
  const groups = mergeValue(base.groups, mine.groups, theirs.groups);
  const restrictions = mergeLists([base.restrictions, mine.restrictions, theirs.restrictions], mcpListsOfOneKind);
  const commands = mergeLists([base.commands, mine.commands, theirs.commands], [commandLists]);
  const fields = [...(groups.isConflict ? ['groups'] : []), ...restrictions.conflicts, ...commands.conflicts];
  if (fields.length > 0) return { outcome: 'conflict', fields: [...new Set(fields)], granted: [] };
  const merged = { groups: groups.value, restrictions: restrictions.value, commands: commands.value };
  const draft: ModeDraft = { slug: theirs.slug, ...defined(merged) };
  const granted = grantedByNeither(opened, draft, [mine, theirs]);
  const isConflict = granted.length > 0 || widensTogether([base.commands, mine.commands, theirs.commands]);
  return isConflict ? { outcome: 'conflict', fields: [], granted } : { outcome: 'merged', draft };
}

const mcpListsOfOneKind = [
  ['allowedServers', 'askServers', 'disallowedServers'],
  ['allowedTools', 'askTools', 'disallowedTools'],
] as const;

interface Merged<Value> {
  readonly value: Value | undefined;
  readonly isConflict: boolean;
}

function mergeValue<Value>(base: Value, mine: Value, theirs: Value): Merged<Value> {
  if (equalValues(mine, theirs) || equalValues(base, theirs)) return { value: mine, isConflict: false };
  return { value: theirs, isConflict: !equalValues(base, mine) };
}

/** Base, mine and theirs. */
type Sides<Value> = readonly [Value | undefined, Value | undefined, Value | undefined];

function mergeLists<Restrictions extends object>(sides: Sides<Restrictions>, kinds: readonly (readonly string[])[]) {
  const whole = mergeValue(...sides);
  if (!whole.isConflict) return { value: whole.value, conflicts: [] };
  const keys = new Set(sides.flatMap((side) => Object.keys(side ?? {})));
  const lists = new Set(kinds.flat());
  const [base, mine, theirs] = sides;
  const merged = [...keys].map((key) => {
    const values = [valueAt(base, key), valueAt(mine, key), valueAt(theirs, key)] as const;
    return [key, lists.has(key) ? mergeList(key, values) : mergeValue(...values)] as const;
  });
  const entries = merged.flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value] as const]));
  const isKept = entries.length > 0 || (mine !== undefined && theirs !== undefined);
  return {
    value: isKept ? (Object.fromEntries(entries) as Restrictions) : undefined,
    // Keys that both sides changed in different ways.
    conflicts: [
      ...merged.filter(([, { isConflict }]) => isConflict).map(([key]) => key),
      ...kinds.flatMap((kind) => crossedLists(sides, kind)),
    ],
  };
}

function mergeList(key: string, sides: Sides<unknown>): Merged<unknown> {
  const whole = mergeValue(...sides);
  if (!whole.isConflict) return whole;
  // Adding or removing an allow list has an effect beyond its entries; any other missing list is equivalent to an empty
  // one.
  const closes = key.startsWith('allowed');
  const lists = sides.map((value) => (value === undefined && !closes ? [] : value));
  if (!lists.every(Array.isArray)) return whole;
  const [from = [], here = [], there = []] = lists as readonly (readonly unknown[])[];
  const kept = there.filter((entry) => !has(from, entry) || has(here, entry));
  const value = [...kept, ...here.filter((entry) => !has(from, entry) && !has(kept, entry))];
  return { value: value.length === 0 && !closes ? undefined : value, isConflict: false };
}

/**
 * Returns the lists of one kind in which the two sides have placed the same entry differently since the base version.
 */
function crossedLists([base, mine, theirs]: Sides<object>, kind: readonly string[]): readonly string[] {
  const added = (side: object | undefined, list: string): readonly unknown[] =>
    arrayAt(side, list).filter((entry) => !has(arrayAt(base, list), entry));
  return kind.flatMap((one) =>
    kind.flatMap((other) =>
      one !== other && added(mine, one).some((entry) => has(added(theirs, other), entry)) ? [one, other] : [],
    ),
  );
}

function has(list: readonly unknown[], entry: unknown): boolean {
  return list.some((other) => equalValues(other, entry));
}

function arrayAt(side: object | undefined, key: string): readonly unknown[] {
  const value = valueAt(side, key);
  return Array.isArray(value) ? value : [];
}

function valueAt(side: object | undefined, key: string): unknown {
  return (side as Readonly<Record<string, unknown>> | undefined)?.[key];
}

/**
 * True if merging could allow a command that neither side allows: one side has removed a deny rule, an ask rule or a
 * condition, and the other has removed a different one or added an allow rule.
 */
function widensTogether([base, mine, theirs]: Sides<CommandRestrictions>): boolean {
  const [own, other] = [findWidenings(base, mine), findWidenings(base, theirs)];
  const only = (one: readonly unknown[], same: readonly unknown[]) => one.some((widening) => !has(same, widening));
  const isOpener = only(own.removed, other.removed);
  const isOtherOpener = only(other.removed, own.removed);
  return (
    (isOpener && (isOtherOpener || only(other.added, own.added))) || (isOtherOpener && only(own.added, other.added))
  );
}

function findWidenings(base: CommandRestrictions | undefined, side: CommandRestrictions | undefined) {
  const onlyIn = (one: object | undefined, other: object | undefined, list: CommandList) =>
    arrayAt(one, list)
      .filter((entry) => !has(arrayAt(other, list), entry))
      .map((entry) => [list, entry]);
  const gone = (list: CommandList) => onlyIn(base, side, list);
  const gained = (list: CommandList) => onlyIn(side, base, list);
  const isOpened = base?.allowedCommands !== undefined && side?.allowedCommands === undefined;
  const others = Object.keys({ ...base, ...side }).filter((key) => !(commandLists as readonly string[]).includes(key));
  const changed = others.filter((key) => !equalValues(valueAt(base, key), valueAt(side, key)));
  return {
    // Deny rules, ask rules and keys without entries that have been removed or changed.
    removed: [
      ...gone('disallowedCommands'),
      ...gone('askCommands'),
      ...changed.map((key) => [key, valueAt(side, key)]),
    ],
    // New allow rules and ask rules, or the fact that an allow list has been removed.
    added: [...gained('allowedCommands'), ...gained('askCommands'), ...(isOpened ? ['opened'] : [])],
  };
}

function grantedByNeither(opened: OpenedProject, draft: ModeDraft, sides: readonly ModeDraft[]): readonly RowSubject[] {
  const merged = readStates(opened, draft, draft.restrictions ?? {});
  const others = sides.map((side) => readStates(opened, side, side.restrictions ?? {}));
  const subjects = [merged, ...others].flatMap((states) => states.subjects);
  const each = [...new Map(subjects.map((subject) => [rowKey(subject), subject])).values()];
  const stateIn = (states: RowStates, subject: RowSubject) => decisionState(states.decisionOf(subject));
  return each.filter((subject) =>
    isWider(
      stateIn(merged, subject),
      others.map((states) => stateIn(states, subject)),
    ),
  );
}
