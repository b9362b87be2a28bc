import { grantsMore, isLimit, limitKey, matchesEverything, splitAlternatives, splitPattern } from './compare-rows.ts';
import type { PermissionCondition, PermissionRow } from './permission-row.ts';

/** Finds the indexes of the rows that are wider than a given row although both are limited or unknown. */
export type FindWiderRows = (row: PermissionRow) => readonly number[];

// Exceeded only by a very large number of restrictions on the same subject. Beyond this number, rows are compared only
// with the first rows, so that the work does not grow quadratically.
const maxCandidates = 200;

/**
 * Prepares the search among rows with conditions. A restriction can be wider than another only if the two share a key,
 * so a row is compared with only a few other rows.
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
      return other !== undefined && grantsMore(row, other);
    });
  };
}

/**
 * Returns the keys of a row based on its first restriction; every narrower row has a restriction with one of these
 * keys.
 */
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

/**
 * Returns the keys of wider restrictions. A wider pattern is the same pattern without some of its anchors, or contains
 * all alternatives of this pattern (including the first), or matches everything.
 */
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

/** Returns a pattern without its anchors, and with every dot matching any character. */
function bareKey(pattern: string): string {
  const parts = splitPattern(pattern).filter((part) => part !== '^' && part !== '$');
  return `bare ${parts.map((part) => (part === '\\.' ? '.' : part)).join('')}`;
}
