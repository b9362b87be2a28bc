import { rangesOverlap } from './character-ranges.ts';
import type { RegexNode } from './regex-node.ts';

/**
 * Maximum number of steps, as counted here, that the native matcher may take for one test; this many steps take 1 to 5
 * ms.
 */
export const maxNativeSteps = 150_000;

/**
 * Returns the length, in UTF-16 code units, of the longest path on which native backtracking provably stays within
 * {@link maxNativeSteps}, or -1 if there is no such length. The cost is an upper bound over all paths, so an ambiguous
 * repetition such as `(a|b)*` yields -1.
 */
export function nativeLengthLimit(root: RegexNode, maxLength: number): number {
  if (nativeSteps(root, maxLength) <= maxNativeSteps) return maxLength;
  let fits = -1;
  let tooLong = maxLength;
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (nativeSteps(root, middle) <= maxNativeSteps) fits = middle;
    else tooLong = middle;
  }
  return fits;
}

/** Returns an upper bound on the number of steps for an unanchored search over any path of this length. */
export function nativeSteps(root: RegexNode, length: number): number {
  const { work } = costOf(root, length, false);
  return work + length * Math.min(work, anchorsTried(root));
}

/**
 * Cost of matching from one start: the number of ways in which a part can match, and the number of steps needed to try
 * all of them.
 */
interface Cost {
  readonly ways: number;
  readonly work: number;
}

const UNBOUNDED: Cost = { ways: Number.POSITIVE_INFINITY, work: Number.POSITIVE_INFINITY };

function costOf(node: RegexNode, length: number, backward: boolean): Cost {
  switch (node.kind) {
    case 'characters':
      // A long class is matched by searching its ranges.
      return { ways: 1, work: node.ranges.length <= 8 ? 1 : Math.log2(node.ranges.length) };
    case 'position':
      return { ways: 1, work: 1 };
    case 'look':
      // Once a lookaround has matched, it is never re-entered to try another alternative.
      return { ways: 1, work: costOf(node.body, length, node.behind).work + 2 };
    case 'sequence':
      return costOfSequence(backward ? node.items.toReversed() : node.items, length, backward);
    case 'choice':
      return costOfChoice(node.options, length, backward);
    case 'repeat':
      return costOfRepeat(node, length, backward);
  }
}

function costOfSequence(items: readonly RegexNode[], length: number, backward: boolean): Cost {
  let ways = 1;
  let work = 0;
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    if (item === undefined) break;
    const cost = costOf(item, length, backward);
    work += ways * cost.work;
    const next = items[at + 1];
    if (next !== undefined && endsBefore(item, next)) {
      // In `[^/]+/`, all ends but one fail on the next character, so there is only one way to match, regardless of the
      // length of the run.
      work += ways * cost.ways * costOf(next, length, backward).work;
      at++;
    } else ways *= cost.ways;
  }
  return { ways, work };
}

/** True if `item` repeats one character class and `next` is a character outside it. */
function endsBefore(item: RegexNode, next: RegexNode): boolean {
  if (item.kind !== 'repeat' || item.body.kind !== 'characters' || next.kind !== 'characters') return false;
  return !rangesOverlap(item.body.ranges, next.ranges);
}

function costOfChoice(options: readonly RegexNode[], length: number, backward: boolean): Cost {
  let ways = 0;
  let work = 0;
  for (const option of options) {
    const cost = costOf(option, length, backward);
    ways += cost.ways;
    work += cost.work + 1;
  }
  return { ways, work };
}

function costOfRepeat(node: RegexNode & { kind: 'repeat' }, length: number, backward: boolean): Cost {
  const { body, min, max } = node;
  const once = costOf(body, length, backward);
  const step = once.work + 2;
  // A body that consumes a character and has only one way to match can either continue or stop, at most once per
  // character.
  const times = canBeEmpty(body) ? max : Math.min(max, Math.max(length, 1));
  if (times === Number.POSITIVE_INFINITY || step > maxNativeSteps) return UNBOUNDED;
  if (once.ways === 1) return { ways: Math.max(times - min, 0) + 1, work: (times + 1) * step };
  if (max === Number.POSITIVE_INFINITY) return UNBOUNDED;
  let ways = 0;
  let work = 1;
  let rounds = 1;
  for (let count = 0; count <= max; count++) {
    if (count >= min) ways += rounds;
    if (count < max) work += rounds * step;
    rounds *= once.ways;
    if (work > maxNativeSteps) return UNBOUNDED;
  }
  return { ways, work };
}

function canBeEmpty(node: RegexNode): boolean {
  switch (node.kind) {
    case 'characters':
      return false;
    case 'position':
    case 'look':
      return true;
    case 'sequence':
      return node.items.every(canBeEmpty);
    case 'choice':
      return node.options.some(canBeEmpty);
    case 'repeat':
      return node.min === 0 || canBeEmpty(node.body);
  }
}

/**
 * Returns the number of `^` tests that a search performs at each later start if every alternative begins with `^`;
 * otherwise, returns infinity.
 */
function anchorsTried(node: RegexNode): number {
  if (node.kind === 'position' && node.test === 'start') return 2;
  if (node.kind === 'choice') return node.options.reduce((sum, option) => sum + anchorsTried(option), 0);
  const [first] = node.kind === 'sequence' ? node.items : [];
  return first === undefined ? Number.POSITIVE_INFINITY : anchorsTried(first);
}
