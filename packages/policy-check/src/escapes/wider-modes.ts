import { decide } from '@modegate/mode-core';
import { isWider } from '../matrix/compare-rows.ts';
import type { PermissionRow } from '../matrix/permission-row.ts';
import type { Escape, ModeRows } from './escape.ts';

/** Tells which modes may do what a mode may not. */
export type FindWider = (mode: string) => readonly string[];

/** The modes of a few that a mode may switch into, or hand a task to, and that may do what it may not. One finding a mode. */
export function findWiderModes(
  asked: ModeRows,
  byMode: ReadonlyMap<string, readonly PermissionRow[]>,
): readonly Escape[] {
  const { mode, rows } = asked;
  const wider = [...byMode].filter(([slug, others]) => slug !== mode && isWiderMode(rows, others));
  return reportWiderModes(
    asked,
    wider.map(([slug]) => slug),
  );
}

/** Both lists have the same subjects in the same order. */
function isWiderMode(rows: readonly PermissionRow[], others: readonly PermissionRow[]): boolean {
  return others.some((other, index) => {
    const own = rows[index];
    return own !== undefined && isWider(own, other);
  });
}

/** Reports wider modes, where the mode may go on in another one at all. */
export function reportWiderModes(asked: ModeRows, wider: readonly string[]): readonly Escape[] {
  const { policy, mode, circumstances } = asked;
  const ways = ['switch_mode', 'new_task'].flatMap((tool) => {
    const decision = decide(policy, { ...circumstances, mode, tool });
    return decision.allowed ? [{ tool, by: decision.by }] : [];
  });
  const [first] = ways;
  if (first === undefined || wider.length === 0) return [];
  const message = `Mode '${mode}' may continue in ${listModes(wider)} by ${ways.map(({ tool }) => `'${tool}'`).join(' or ')}, and may do more there. If that matters, fix the mode of the connection or switch these tools off.`;
  return [
    {
      kind: 'wider-mode',
      mode,
      message,
      certainty: 'certain',
      through: ways.map(({ tool }) => ({ kind: 'tool', tool })),
      modes: wider,
      by: first.by,
    },
  ];
}

// A file may hold thousands of modes: each pair is compared by numbers, and more than this is not read.
const maxModes = 100;

/** Prepares the comparison of all modes with each other; every mode has the same subjects in the same order. */
export function compareModes(byMode: ReadonlyMap<string, readonly PermissionRow[]>): FindWider {
  const variants = new Map<string, { readonly id: number; readonly row: PermissionRow }>();
  const profiles = new Map<string, Profile>();
  const profileOf = new Map<string, Profile>();
  for (const [mode, rows] of byMode) {
    const ids = rows.map((row) => internRow(row, variants));
    const key = ids.join();
    const profile = profiles.get(key) ?? { ids, modes: [], wider: undefined };
    profile.modes.push(mode);
    profiles.set(key, profile);
    profileOf.set(mode, profile);
  }
  const compare = createComparison([...variants.values()].map(({ row }) => row));
  return (mode) => {
    const own = profileOf.get(mode);
    if (own === undefined) return [];
    own.wider ??= listWider(own, profiles.values(), compare);
    return own.wider;
  };
}

interface Profile {
  /** What a mode may do, a number for each subject. */
  readonly ids: readonly number[];
  readonly modes: string[];
  wider: readonly string[] | undefined;
}

type Compare = (first: number, second: number) => boolean;

function internRow(
  row: PermissionRow,
  variants: Map<string, { readonly id: number; readonly row: PermissionRow }>,
): number {
  const key = row.state === 'denied' ? 'denied' : JSON.stringify([row.state, row.conditions]);
  const known = variants.get(key) ?? { id: variants.size, row };
  variants.set(key, known);
  return known.id;
}

function createComparison(rows: readonly PermissionRow[]): Compare {
  const answers = new Map<number, boolean>();
  return (first, second) => {
    const key = first * rows.length + second;
    const known = answers.get(key);
    if (known !== undefined) return known;
    const [own, other] = [rows[first], rows[second]];
    const answer = own !== undefined && other !== undefined && isWider(own, other);
    answers.set(key, answer);
    return answer;
  };
}

function listWider(own: Profile, profiles: Iterable<Profile>, compare: Compare): readonly string[] {
  const wider: string[] = [];
  for (const other of profiles) {
    if (other === own || !isWiderProfile(own.ids, other.ids, compare)) continue;
    wider.push(...other.modes.slice(0, maxModes - wider.length));
    if (wider.length >= maxModes) break;
  }
  return wider;
}

function isWiderProfile(own: readonly number[], other: readonly number[], compare: Compare): boolean {
  for (let index = 0; index < own.length; index++) {
    const [first = 0, second = 0] = [own[index], other[index]];
    if (first !== second && compare(first, second)) return true;
  }
  return false;
}

function listModes(modes: readonly string[]): string {
  const shown = modes.slice(0, 5).map((mode) => `'${mode}'`);
  return `${shown.join(', ')}${modes.length > 5 ? ` and ${modes.length - 5} more modes` : ''}`;
}
