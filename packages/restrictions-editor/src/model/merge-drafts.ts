import { equalValues } from '@modegate/json';
import type { McpRestrictions } from '@modegate/mode-core/modes';
import type { ModeDraft, OpenedProject } from './mode-draft.ts';
import { type RowSubject, rowKey } from './permission-rows.ts';
import { restrictionLists } from './restriction-entries.ts';
import { readStates } from './row-states.ts';

/** The three sides of a merge: the common start, the draft here, and the present file. */
export interface MergeSides {
  readonly base: ModeDraft;
  readonly mine: ModeDraft;
  readonly theirs: ModeDraft;
}

/** Both changes in one draft, or the reason why a person has to choose. */
export type MergeResult =
  | { readonly outcome: 'merged'; readonly draft: ModeDraft }
  /**
   * The parts that both sides changed in different ways: a key of the restrictions, `groups`, or rows that only the two
   * together would allow.
   */
  | { readonly outcome: 'conflict'; readonly fields: readonly string[]; readonly granted: readonly RowSubject[] };

/**
 * Merges two changes to one mode: lists entry by entry, everything else as a whole. Allowing a tool that neither side
 * alone allows is a conflict, and so is an entry that one side allows and the other denies.
 */
export function mergeDrafts(opened: OpenedProject, { base, mine, theirs }: MergeSides): MergeResult {
  const groups = mergeValue(base.groups, mine.groups, theirs.groups);
  const keys = new Set([base, mine, theirs].flatMap(({ restrictions }) => Object.keys(restrictions ?? {})));
  const merged = [...keys].map((key) => [key, mergeKey(key, [base, mine, theirs])] as const);
  const crossed = crossedLists(base, mine, theirs);
  const fields = [
    ...(groups.isConflict ? ['groups'] : []),
    ...merged.filter(([, { isConflict }]) => isConflict).map(([key]) => key),
    ...crossed,
  ];
  if (fields.length > 0) return { outcome: 'conflict', fields: [...new Set(fields)], granted: [] };
  const entries = merged.flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value] as const]));
  const hasRestrictions = entries.length > 0 || (mine.restrictions !== undefined && theirs.restrictions !== undefined);
  const draft: ModeDraft = {
    slug: theirs.slug,
    ...(groups.value === undefined ? {} : { groups: groups.value }),
    ...(hasRestrictions ? { restrictions: Object.fromEntries(entries) as McpRestrictions } : {}),
  };
  const granted = grantedByNeither(opened, draft, [mine, theirs]);
  return granted.length > 0 ? { outcome: 'conflict', fields: [], granted } : { outcome: 'merged', draft };
}

interface Merged<Value> {
  readonly value: Value | undefined;
  readonly isConflict: boolean;
}

function mergeValue<Value>(base: Value, mine: Value, theirs: Value): Merged<Value> {
  if (equalValues(mine, theirs) || equalValues(base, theirs)) return { value: mine, isConflict: false };
  return { value: theirs, isConflict: !equalValues(base, mine) };
}

function mergeKey(key: string, sides: readonly [ModeDraft, ModeDraft, ModeDraft]): Merged<unknown> {
  const [base, mine, theirs] = sides.map(
    ({ restrictions }) => (restrictions as Record<string, unknown> | undefined)?.[key],
  );
  const whole = mergeValue(base, mine, theirs);
  const isList = (restrictionLists as readonly string[]).includes(key);
  if (!whole.isConflict || !isList) return whole;
  // Opening or closing a list has an effect beyond its entries; a missing deny list equals an empty one.
  const lists = [base, mine, theirs].map((value) => (value === undefined && key.startsWith('dis') ? [] : value));
  if (!lists.every(Array.isArray)) return whole;
  const [from = [], here = [], there = []] = lists as readonly (readonly unknown[])[];
  const has = (list: readonly unknown[], entry: unknown) => list.some((other) => equalValues(other, entry));
  const kept = there.filter((entry) => !has(from, entry) || has(here, entry));
  const value = [...kept, ...here.filter((entry) => !has(from, entry) && !has(kept, entry))];
  return { value: value.length === 0 && key.startsWith('dis') ? undefined : value, isConflict: false };
}

/** The lists in which, since the base, one side has allowed what the other has denied. */
function crossedLists(base: ModeDraft, mine: ModeDraft, theirs: ModeDraft): readonly string[] {
  const added = (side: ModeDraft, list: string): readonly unknown[] => {
    const before = entriesOf(base, list);
    return entriesOf(side, list).filter((entry) => !before.some((other) => equalValues(other, entry)));
  };
  const pairs = [
    ['allowedServers', 'disallowedServers'],
    ['allowedTools', 'disallowedTools'],
  ] as const;
  return pairs.flatMap(([allow, deny]) => {
    const isCrossed = (allowing: ModeDraft, denying: ModeDraft) =>
      added(allowing, allow).some((entry) => added(denying, deny).some((other) => equalValues(other, entry)));
    return isCrossed(mine, theirs) || isCrossed(theirs, mine) ? [allow, deny] : [];
  });
}

function entriesOf({ restrictions }: ModeDraft, list: string): readonly unknown[] {
  const entries = (restrictions as Record<string, unknown> | undefined)?.[list];
  return Array.isArray(entries) ? entries : [];
}

function grantedByNeither(opened: OpenedProject, draft: ModeDraft, sides: readonly ModeDraft[]): readonly RowSubject[] {
  const [merged, ...others] = [draft, ...sides].map((side) => readStates(opened, side, side.restrictions ?? {}));
  if (merged === undefined) return [];
  const subjects = [merged, ...others].flatMap((states) => states.subjects);
  const each = [...new Map(subjects.map((subject) => [rowKey(subject), subject])).values()];
  return each.filter((subject) => merged.isAllowed(subject) && !others.some((states) => states.isAllowed(subject)));
}
