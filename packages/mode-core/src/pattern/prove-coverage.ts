import { type CharacterRanges, invertRanges, WORD_CHARACTERS } from './character-ranges.ts';
import { type KnownText, positions, suffixStart, textEnd, unitAt, unitBefore } from './known-text.ts';
import type { LookNode, PositionTest, RegexNode } from './regex-node.ts';

/**
 * True if a pattern provably matches every string with these ends. False only means that no proof was found: a match
 * must lie within the known ends, or must cross the unknown part with a repetition that accepts anything.
 */
export function provesCoverage(root: RegexNode, text: KnownText): boolean {
  const proof: Proof = { text, budget: { steps: maxSteps } };
  return reach(root, new Set(positions(text)), proof).size > 0 && proof.budget.steps > 0;
}

// Far more steps than any mode's restriction needs for the longest path. A pattern that needs more steps proves
// nothing.
const maxSteps = 100_000;

interface Proof {
  readonly text: KnownText;
  /** Decreases with each step, so that no pattern blocks the process. */
  readonly budget: { steps: number };
}

type Positions = ReadonlySet<number>;
const nowhere: Positions = new Set();

/**
 * Returns the positions at which a node may end if it starts at one of the positions in `from`. Includes only ends that
 * exist in every such string.
 */
function reach(node: RegexNode, from: Positions, proof: Proof): Positions {
  proof.budget.steps -= from.size + 1;
  if (from.size === 0 || proof.budget.steps <= 0) return nowhere;
  switch (node.kind) {
    case 'characters':
      return step(node.ranges, from, proof);
    case 'position':
      return keep(from, (at) => holdsAt(node.test, at, proof.text) === true);
    case 'sequence':
      return node.items.reduce<Positions>((ends, item) => reach(item, ends, proof), from);
    case 'choice':
      return new Set(node.options.flatMap((option) => [...reach(option, from, proof)]));
    case 'look':
      return keep(from, (at) => surelyLooks(node, at, proof));
    case 'repeat':
      return repeat(node, from, proof);
  }
}

function step(ranges: CharacterRanges, from: Positions, { text }: Proof): Positions {
  const ends = new Set<number>();
  for (const at of from) {
    const unit = unitAt(text, at);
    if (typeof unit === 'number' && holds(ranges, unit)) ends.add(at + 1);
  }
  return ends;
}

function surelyLooks({ behind, negative, body }: LookNode, at: number, proof: Proof): boolean {
  // Text before a position is not examined, so a lookbehind proves nothing.
  if (behind) return false;
  return negative ? !mayMatch(body, new Set([at]), proof) : reach(body, new Set([at]), proof).size > 0;
}

type RepeatNode = Extract<RegexNode, { readonly kind: 'repeat' }>;

function repeat(node: RepeatNode, from: Positions, proof: Proof): Positions {
  const walked = walkRepeat(node, from, (starts) => reach(node.body, starts, proof));
  return new Set([...walked, ...cross(node, from, proof)]);
}

/** Returns the end positions after `min` to `max` rounds. Stops at a round that adds no positions. */
function walkRepeat({ min, max }: RepeatNode, from: Positions, round: (starts: Positions) => Positions): Positions {
  let current = from;
  for (let count = 0; count < min && current.size > 0; count++) {
    const next = round(current);
    // If a round maps a set to itself, so does every later round.
    if (isSame(next, current)) break;
    current = next;
  }
  const ends = new Set(current);
  for (let count = min; count < max && current.size > 0; count++) {
    current = keep(round(current), (at) => !ends.has(at));
    for (const at of current) ends.add(at);
  }
  return ends;
}

/**
 * Crosses the unknown part with a repetition whose characters include everything that can occur there, and continues
 * into the suffix.
 */
function cross({ body, min, max }: RepeatNode, from: Positions, { text, budget }: Proof): Positions {
  if (body.kind !== 'characters' || max !== Number.POSITIVE_INFINITY || !takesUnknown(body.ranges, text))
    return nowhere;
  let first = text.prefix.length;
  while (first > 0 && takes(body.ranges, text, first - 1)) first--;
  budget.steps -= text.prefix.length - first;
  // Among the starts that lead into the unknown part, the earliest start consumes the most, so it reaches every
  // position that the others reach.
  const start = Math.min(...keep(from, (at) => at >= first && at <= text.prefix.length), textEnd(text));
  if (start > text.prefix.length) return nowhere;
  const ends = new Set<number>();
  // Without a suffix, the repetition crosses at least one code unit; with a suffix, it may cross no code units.
  let count = text.prefix.length - start + (text.suffix === '' ? 1 : 0);
  for (let end = suffixStart(text); end <= textEnd(text); end++, count++) {
    if (count >= min) ends.add(end);
    if (!takes(body.ranges, text, end)) break;
  }
  return ends;
}

function takesUnknown(ranges: CharacterRanges, { isFlat }: KnownText): boolean {
  const missing = invertRanges(ranges);
  return missing.length === 0 || (isFlat && missing.length === 2 && missing[0] === slash && missing[1] === slash);
}

const slash = 0x2f;

function takes(ranges: CharacterRanges, text: KnownText, at: number): boolean {
  const unit = unitAt(text, at);
  return typeof unit === 'number' && holds(ranges, unit);
}

/**
 * True if a node may match from one of the positions in at least one such string. Anything that reaches the unknown
 * part may match.
 */
function mayMatch(node: RegexNode, from: Positions, proof: Proof): boolean {
  const met = { unknown: false };
  return mayReach(node, from, { ...proof, met }).size > 0 || met.unknown || proof.budget.steps <= 0;
}

type Search = Proof & { readonly met: { unknown: boolean } };

function mayReach(node: RegexNode, from: Positions, search: Search): Positions {
  search.budget.steps -= from.size + 1;
  if (from.size === 0 || search.budget.steps <= 0) return nowhere;
  const { text } = search;
  switch (node.kind) {
    case 'characters':
      if (from.has(text.prefix.length)) search.met.unknown = true;
      return step(node.ranges, from, search);
    case 'position':
      return keep(from, (at) => holdsAt(node.test, at, text) !== false);
    case 'sequence':
      return node.items.reduce<Positions>((ends, item) => mayReach(item, ends, search), from);
    case 'choice':
      return new Set(node.options.flatMap((option) => [...mayReach(option, from, search)]));
    case 'look':
      return keep(from, (at) => mayLook(node, at, search));
    case 'repeat':
      return walkRepeat(node, from, (starts) => mayReach(node.body, starts, search));
  }
}

function mayLook({ behind, negative, body }: LookNode, at: number, { text, budget }: Search): boolean {
  if (behind) return true;
  const proof = { text, budget };
  return negative ? reach(body, new Set([at]), proof).size === 0 : mayMatch(body, new Set([at]), proof);
}

/** Evaluates a position test; returns undefined if the result depends on the unknown part. */
function holdsAt(test: PositionTest, at: number, text: KnownText): boolean | undefined {
  const before = unitBefore(text, at);
  const after = unitAt(text, at);
  // A prefix is always followed by something, so only the end of the suffix is considered the end, and nothing after
  // the prefix is considered the start.
  if (test === 'end') return after === 'end';
  if (test === 'start') return at > 0 && before === 'unknown' && text.prefix === '' ? undefined : before === 'start';
  if (before === 'unknown' || after === 'unknown') return undefined;
  return (isWord(before) !== isWord(after)) === (test === 'boundary');
}

function isWord(unit: number | 'start' | 'end'): boolean {
  return typeof unit === 'number' && holds(WORD_CHARACTERS, unit);
}

function holds(ranges: CharacterRanges, unit: number): boolean {
  for (let index = 0; index < ranges.length; index += 2)
    if (unit >= (ranges[index] ?? 0) && unit <= (ranges[index + 1] ?? -1)) return true;
  return false;
}

function keep(from: Positions, isKept: (at: number) => boolean): Positions {
  return new Set([...from].filter(isKept));
}

function isSame(one: Positions, other: Positions): boolean {
  return one.size === other.size && [...one].every((at) => other.has(at));
}
