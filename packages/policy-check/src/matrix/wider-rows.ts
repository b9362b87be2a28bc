import { isLimit, isWider, limitKey, matchesEverything, splitAlternatives, splitPattern } from './compare-rows.ts';
import type { PermissionCondition, PermissionRow } from './permission-row.ts';

/** Finds the numbers of the rows that are wider than a row, although both are limited or unknown. */
export type FindWiderRows = (row: PermissionRow) => readonly number[];

// Only very many limits on the same thing are more. They are then compared with the first, so that the work does not grow with the square.
const maxCandidates = 200;

/**
 * Prepares the search among rows with conditions. A limit can only be wider than another with which it shares a key, so that a row is
 * compared with a few others instead of all.
 */
export function indexWiderRows(rows: readonly PermissionRow[]): FindWiderRows {
  const byKey = new Map<string, number[]>();
  for (const [number, row] of rows.entries()) {
    if (row.state === 'allowed' || row.state === 'denied') continue;
    for (const key of keysOf(row)) {
      const numbers = byKey.get(key) ?? [];
      numbers.push(number);
      byKey.set(key, numbers);
    }
  }
  return (row) => {
    const candidates = new Set(keysToWider(row).flatMap((key) => byKey.get(key)?.slice(0, maxCandidates) ?? []));
    return [...candidates].filter((number) => {
      const other = rows[number];
      return other?.state === row.state && isWider(row, other);
    });
  };
}

/** The keys of a row by its first limit, each of which one of the limits of a narrower row has. */
function keysOf({ conditions }: PermissionRow): readonly string[] {
  const first = conditions.find(isLimit);
  if (first === undefined) return [unlimited];
  if (first.kind !== 'files') return [limitKey(first)];
  const { pattern } = first;
  const alternatives = splitAlternatives(pattern).map(alternativeKey);
  return [
    ...new Set([
      limitKey(first),
      bareKey(pattern),
      ...alternatives,
      ...(matchesEverything(pattern) ? [everything] : []),
    ]),
  ];
}

function keysToWider({ conditions }: PermissionRow): readonly string[] {
  return [unlimited, ...new Set(conditions.filter(isLimit).flatMap(keysToWiderLimit))];
}

/** A wider pattern is the same without some anchors, or has all the alternatives of this one, so also its first; or it matches everything. */
function keysToWiderLimit(limit: PermissionCondition): readonly string[] {
  if (limit.kind !== 'files') return [limitKey(limit)];
  const [alternative = ''] = splitAlternatives(limit.pattern);
  return [limitKey(limit), bareKey(limit.pattern), alternativeKey(alternative), everything];
}

const unlimited = 'unlimited';
const everything = 'everything';

function alternativeKey(alternative: string): string {
  return `alternative ${alternative}`;
}

/** A pattern without its anchors, in which every dot stands for any character. */
function bareKey(pattern: string): string {
  const parts = splitPattern(pattern).filter((part) => part !== '^' && part !== '$');
  return `bare ${parts.map((part) => (part === '\\.' ? '.' : part)).join('')}`;
}
