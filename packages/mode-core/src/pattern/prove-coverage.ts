import { type CharacterRanges, invertRanges, WORD_CHARACTERS } from './character-ranges.ts';
import { type KnownText, positions, suffixStart, textEnd, unitAt, unitBefore } from './known-text.ts';
import type { LookNode, PositionTest, RegexNode } from './regex-node.ts';

/**
 * Whether a pattern surely matches every text with the known ends, whatever is between them. `true` is a proof; `false` says only that
 * none was found: a match has to be found within what is known, or to go over the unknown by a repetition that takes anything.
 */
export function provesCoverage(root: RegexNode, text: KnownText): boolean {
  const proof: Proof = { text, budget: { steps: maxSteps } };
  return reach(root, new Set(positions(text)), proof).size > 0 && proof.budget.steps > 0;
}

// Far above what a limit of a mode needs for a path of the longest kind; a pattern that needs more proves nothing.
const maxSteps = 100_000;

interface Proof {
  readonly text: KnownText;
  /** Counted down by all that is looked at, so that no pattern holds the process. */
  readonly budget: { steps: number };
}

type Positions = ReadonlySet<number>;
const nowhere: Positions = new Set();

/** Where a node may end when it begins at one of the positions: only such ends as it has in every text of the kind. */
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
  // What is before a position is not walked backwards, so nothing is proven by it.
  if (behind) return false;
  return negative ? !mayMatch(body, new Set([at]), proof) : reach(body, new Set([at]), proof).size > 0;
}

type RepeatNode = Extract<RegexNode, { readonly kind: 'repeat' }>;

function repeat(node: RepeatNode, from: Positions, proof: Proof): Positions {
  const walked = walkRepeat(node, from, (starts) => reach(node.body, starts, proof));
  return new Set([...walked, ...cross(node, from, proof)]);
}

/** The ends of `min` to `max` rounds; a round that adds nothing new is the last that can. */
function walkRepeat({ min, max }: RepeatNode, from: Positions, round: (starts: Positions) => Positions): Positions {
  let current = from;
  for (let count = 0; count < min && current.size > 0; count++) {
    const next = round(current);
    // Rounds that lead from a set to the same set do so for ever.
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

/** A repetition of characters that takes all that can be between the ends goes over it, and as far into the suffix as it takes that. */
function cross({ body, min, max }: RepeatNode, from: Positions, { text, budget }: Proof): Positions {
  if (body.kind !== 'characters' || max !== Number.POSITIVE_INFINITY || !takesUnknown(body.ranges, text))
    return nowhere;
  let first = text.prefix.length;
  while (first > 0 && takes(body.ranges, text, first - 1)) first--;
  budget.steps -= text.prefix.length - first;
  // Of those that lead to the unknown the earliest start takes the most, so what it cannot reach no other can.
  const start = Math.min(...keep(from, (at) => at >= first && at <= text.prefix.length), textEnd(text));
  if (start > text.prefix.length) return nowhere;
  const ends = new Set<number>();
  // Without a suffix at least one code unit is passed over; with one there may be none.
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

/** Whether a node may match from one of the positions in some text of the kind. Whatever meets the unknown may. */
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

/** Whether a position test holds; undefined where the unknown decides. */
function holdsAt(test: PositionTest, at: number, text: KnownText): boolean | undefined {
  const before = unitBefore(text, at);
  const after = unitAt(text, at);
  // Behind a prefix there is always more, so only the end of the suffix is the end, and nothing behind the prefix is the start.
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
