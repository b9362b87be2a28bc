import { compilePattern } from '@modegate/mode-core/patterns';
import type { PermissionCondition, PermissionRow, PermissionState } from './permission-row.ts';

/** Relation between one permission and another; `changed` if it is not known which permission is wider. */
export type RowRelation = 'equal' | 'gained' | 'lost' | 'widened' | 'narrowed' | 'changed';

/** Compares two permissions. The location of a rule and the wording of a refusal make no difference. */
export function compareRows(before: PermissionRow, after: PermissionRow): RowRelation {
  if (before.state === 'denied') return after.state === 'denied' ? 'equal' : 'gained';
  if (after.state === 'denied') return 'lost';
  const conditions = compareConditions(before.conditions, after.conditions);
  return before.state === after.state ? conditions : compareStates(before.state, after.state, conditions);
}

/** True if the second permission is known to allow something that the first permission does not allow. */
export function grantsMore(first: PermissionRow, second: PermissionRow): boolean {
  const relation = compareRows(first, second);
  return relation === 'gained' || relation === 'widened';
}

function compareStates(before: PermissionState, after: PermissionState, conditions: RowRelation): RowRelation {
  if (before === 'allowed') return 'narrowed';
  if (after === 'allowed') return 'widened';
  // If the conditions are equal, the rows differ only in whether a person must consent.
  if (conditions !== 'equal' || before === 'unknown' || after === 'unknown') return 'changed';
  return before === 'asks' ? 'widened' : 'narrowed';
}

function compareConditions(before: readonly PermissionCondition[], after: readonly PermissionCondition[]): RowRelation {
  const [first, second] = [before.filter(isLimit), after.filter(isLimit)];
  const limits = compareLimits(first, second);
  const names = compareNameSets(before.find(isNames), after.find(isNames));
  if (limits === 'equal') return names;
  return names === 'equal' || names === limits ? limits : 'changed';
}

type Names = Extract<PermissionCondition, { readonly kind: 'tool-names' }>;

function isNames(condition: PermissionCondition): condition is Names {
  return condition.kind === 'tool-names';
}

/** @internal */
export function isLimit(condition: PermissionCondition): boolean {
  return condition.kind !== 'tool-names';
}

/** @internal Returns the meaning of a condition as a key; the condition's description is intended for people. */
export function limitKey(condition: PermissionCondition): string {
  switch (condition.kind) {
    case 'files':
      return JSON.stringify([condition.kind, condition.pattern]);
    case 'circumstances':
      return JSON.stringify([condition.kind, condition.of, condition.schedule, condition.when]);
    default:
      return JSON.stringify(condition);
  }
}

/**
 * Compares restrictions. Additional file restrictions narrow a permission; the effect of additional circumstances on an
 * entry is unknown.
 */
function compareLimits(before: readonly PermissionCondition[], after: readonly PermissionCondition[]): RowRelation {
  const [added, removed] = [withoutLimits(after, before), withoutLimits(before, after)];
  const [addedPatterns, removedPatterns] = [filePatterns(added), filePatterns(removed)];
  if (addedPatterns.length < added.length || removedPatterns.length < removed.length) return 'changed';
  const isNarrower = isImplied(removedPatterns, addedPatterns);
  const isWider = isImplied(addedPatterns, removedPatterns);
  if (isNarrower === isWider) return isNarrower ? 'equal' : 'changed';
  return isNarrower ? 'narrowed' : 'widened';
}

function withoutLimits(
  limits: readonly PermissionCondition[],
  others: readonly PermissionCondition[],
): readonly PermissionCondition[] {
  const keys = new Set(others.map(limitKey));
  return limits.filter((limit) => !keys.has(limitKey(limit)));
}

function filePatterns(limits: readonly PermissionCondition[]): readonly string[] {
  return limits.flatMap((limit) => (limit.kind === 'files' ? [limit.pattern] : []));
}

/** True if each of the patterns matches wherever one of the other patterns matches. */
function isImplied(patterns: readonly string[], by: readonly string[]): boolean {
  return patterns.every((pattern) => by.some((other) => isNarrowerPattern(other, pattern)));
}

/** True if every path that a file pattern matches is certainly also matched by another pattern; false if unknown. */
function isNarrowerPattern(narrower: string, wider: string): boolean {
  return matchesEverything(wider) || hasMoreAnchors(narrower, wider) || hasAlternatives(narrower, wider);
}

/** @internal */
export function matchesEverything(pattern: string): boolean {
  const known = everything.get(pattern);
  if (known !== undefined) return known;
  const compiled = compilePattern(pattern);
  const isEverything = compiled.ok && compiled.covers({ prefix: '', suffix: '', isFlat: false });
  if (everything.size >= maxKnown) everything.clear();
  everything.set(pattern, isEverything);
  return isEverything;
}

// Pairs of modes share the same few patterns, and compiling one pattern takes as long as thousands of comparisons.
const everything = new Map<string, boolean>();
const maxKnown = 1000;

/** True if each alternative in one pattern is also an alternative in the other. */
function hasAlternatives(narrower: string, wider: string): boolean {
  const given = splitAlternatives(wider);
  return splitAlternatives(narrower).every((alternative) => given.includes(alternative));
}

/** @internal Returns the top-level alternatives of a pattern. */
export function splitAlternatives(pattern: string): readonly string[] {
  const alternatives = [''];
  let depth = 0;
  for (const part of splitPattern(pattern)) {
    if (part === '(') depth++;
    if (part === ')') depth--;
    if (part === '|' && depth === 0) alternatives.push('');
    else alternatives.push(`${alternatives.pop() ?? ''}${part}`);
  }
  return alternatives;
}

/**
 * True if one pattern differs from the other only by anchors added at the ends of its alternatives, or by escaped dots
 * that previously matched any character.
 */
function hasMoreAnchors(narrower: string, wider: string): boolean {
  // Inside a negative look-around, a narrower pattern makes the whole pattern wider.
  if ([narrower, wider].some((pattern) => pattern.includes('(?!') || pattern.includes('(?<!'))) return false;
  const [given, found] = [splitPattern(wider), splitPattern(narrower)];
  let at = 0;
  for (const [index, part] of found.entries()) {
    if (part === given[at] || (part === '\\.' && given[at] === '.')) at++;
    else if (!isAnchor(part, found[index - 1], found[index + 1])) return false;
  }
  return at === given.length;
}

/** In any other position, removing or adding an anchor could split an escape or a quantifier. */
function isAnchor(part: string, before: string | undefined, after: string | undefined): boolean {
  if (part === '^') return before === undefined || ['(', '|', ':'].includes(before);
  return part === '$' && (after === undefined || [')', '|'].includes(after));
}

/** @internal Splits a pattern into characters; each escape and each class remains one piece. */
export function splitPattern(pattern: string): readonly string[] {
  return pattern.match(/\\.|\[(?:\\.|[^\]\\])*\]|./gsu) ?? [];
}

function compareNameSets(before: Names | undefined, after: Names | undefined): RowRelation {
  if (before === undefined || after === undefined) return before === after ? 'equal' : 'changed';
  const relations = [
    compareOtherwise(before.otherwise, after.otherwise),
    compareLists(before.allow, after.allow, 'widened'),
    compareSets(before.ask ?? [], after.ask ?? []),
    compareLists(listDenials(before), listDenials(after), 'narrowed'),
    compareLists(before.denyInAnyCase ?? [], after.denyInAnyCase ?? [], 'narrowed'),
  ].filter((relation) => relation !== 'equal');
  const [first = 'equal'] = relations;
  return relations.every((relation) => relation === first) ? first : 'changed';
}

/** Lists the denied names. A case-insensitive deny rule also denies the name as written. */
function listDenials({ deny, denyInAnyCase = [] }: Names): readonly string[] {
  return [...deny, ...denyInAnyCase];
}

function compareOtherwise(before: Names['otherwise'], after: Names['otherwise']): RowRelation {
  if (before === after) return 'equal';
  return after === 'allowed' || before === 'denied' ? 'widened' : 'narrowed';
}

/**
 * Compares sets of names. An ask rule allows a name that would otherwise be denied, and restricts a name that would
 * otherwise be allowed.
 */
function compareSets(before: readonly string[], after: readonly string[]): RowRelation {
  return compareLists(before, after, 'widened') === 'equal' ? 'equal' : 'changed';
}

function compareLists(before: readonly string[], after: readonly string[], more: 'widened' | 'narrowed'): RowRelation {
  const added = after.some((name) => !before.includes(name));
  const removed = before.some((name) => !after.includes(name));
  if (added && removed) return 'changed';
  if (added) return more;
  if (!removed) return 'equal';
  return more === 'widened' ? 'narrowed' : 'widened';
}
