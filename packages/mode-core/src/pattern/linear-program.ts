import type { CharacterRanges } from './character-ranges.ts';
import type { LookNode, PositionTest, RegexNode } from './parse-regex.ts';

/** The kinds of state: take a character of a set, go two ways, go on if a position test holds, or match. */
export const TAKE = 0;
export const SPLIT = 1;
export const TEST = 2;
export const MATCH = 3;

/** A nondeterministic automaton for one direction; state numbers index the arrays. */
export interface LinearProgram {
  readonly kinds: Uint8Array;
  /** Where a state leads. */
  readonly next: Uint16Array;
  /** TAKE: number of its character set; SPLIT: the second way; TEST: number of its condition. */
  readonly operand: Uint16Array;
  readonly start: number;
  /** Read from the end of the path to its start. */
  readonly backward: boolean;
  /** A new match may begin at every position, not only at the first. */
  readonly floating: boolean;
  /** The numbers of the conditions that its TEST states ask for. */
  readonly conditions: readonly number[];
}

/** What a TEST state asks of a position: a plain test, or whether a lookaround holds there. */
export type Condition = PositionTest | { readonly look: LookNode; readonly program: LinearProgram };

/** Everything that one pattern needs; a condition's own program asks only for conditions that stand before it. */
export interface LinearPrograms {
  readonly main: LinearProgram;
  readonly conditions: readonly Condition[];
  readonly sets: readonly CharacterRanges[];
}

/** A lookaround is swept over the whole path, which costs about as much as this many states. */
const LOOK_STATES = 24;

/** No path has more characters, so a repetition of more rounds than that is one without an end. */
const ENDLESS = 4096;

/** The most states of one pattern: a sweep of so many over the longest path takes a fraction of 50 ms. */
export const maxStates = 2_000;

/** How many states the programs of this pattern have, counted without building them. */
export function countStates(node: RegexNode): number {
  switch (node.kind) {
    case 'characters':
    case 'position':
      return 1;
    case 'look':
      return countStates(node.body) + LOOK_STATES;
    case 'sequence':
      return node.items.reduce((sum, item) => sum + countStates(item), 0);
    case 'choice':
      return node.options.reduce((sum, option) => sum + countStates(option) + 1, 0);
    case 'repeat': {
      const copies = node.max >= ENDLESS ? Math.max(node.min, 1) : node.max;
      return copies * (countStates(node.body) + 1) + 1;
    }
  }
}

/** Writes the pattern out as programs, counted repetitions as copies. */
export function buildPrograms(root: RegexNode): LinearPrograms {
  const shared: Shared = { conditions: [], conditionNumbers: new Map(), sets: [], setNumbers: new Map() };
  const main = buildProgram(root, { backward: false, floating: !anchored(root) }, shared);
  return { main, conditions: shared.conditions, sets: shared.sets };
}

interface Shared {
  readonly conditions: Condition[];
  readonly conditionNumbers: Map<PositionTest | LookNode, number>;
  readonly sets: CharacterRanges[];
  readonly setNumbers: Map<CharacterRanges | string, number>;
}

interface Draft {
  readonly kinds: number[];
  readonly next: number[];
  readonly operand: number[];
  readonly used: Set<number>;
  readonly backward: boolean;
  readonly shared: Shared;
}

type Direction = Pick<LinearProgram, 'backward' | 'floating'>;

function buildProgram(root: RegexNode, { backward, floating }: Direction, shared: Shared): LinearProgram {
  const draft: Draft = { kinds: [], next: [], operand: [], used: new Set(), backward, shared };
  const start = write(draft, root, addState(draft, MATCH, 0, 0));
  return {
    kinds: Uint8Array.from(draft.kinds),
    next: Uint16Array.from(draft.next),
    operand: Uint16Array.from(draft.operand),
    start,
    backward,
    floating,
    conditions: [...draft.used],
  };
}

function addState(draft: Draft, kind: number, next: number, operand: number): number {
  draft.next.push(next);
  draft.operand.push(operand);
  return draft.kinds.push(kind) - 1;
}

/** Writes the states of a node that go on to `next`, and returns the first of them. */
function write(draft: Draft, node: RegexNode, next: number): number {
  switch (node.kind) {
    case 'characters':
      return addState(draft, TAKE, next, setNumber(draft.shared, node.ranges));
    case 'position':
      return writeTest(draft, conditionNumber(draft.shared, node.test), next);
    case 'look':
      return writeTest(draft, conditionNumber(draft.shared, node), next);
    case 'sequence': {
      const writeItem = (follow: number, item: RegexNode) => write(draft, item, follow);
      return draft.backward ? node.items.reduce(writeItem, next) : node.items.reduceRight(writeItem, next);
    }
    case 'choice':
      return node.options
        .map((option) => write(draft, option, next))
        .reduce((one, two) => addState(draft, SPLIT, one, two));
    case 'repeat':
      return writeRepeat(draft, node, next);
  }
}

function writeTest(draft: Draft, condition: number, next: number): number {
  draft.used.add(condition);
  return addState(draft, TEST, next, condition);
}

function writeRepeat(draft: Draft, { body, min, max }: RegexNode & { kind: 'repeat' }, next: number): number {
  let entry = next;
  let required = min;
  if (max >= ENDLESS) {
    const loop = addState(draft, SPLIT, next, next);
    const again = write(draft, body, loop);
    draft.operand[loop] = again;
    // x{3,} is x x x+, and the loop of x+ is entered at its body.
    entry = min === 0 ? loop : again;
    required--;
  } else {
    for (let count = min; count < max; count++) entry = addState(draft, SPLIT, next, write(draft, body, entry));
  }
  for (let count = 0; count < required; count++) entry = write(draft, body, entry);
  return entry;
}

/** A lookahead is swept backward and a lookbehind forward: then one sweep tells for every position whether it holds. */
function conditionNumber(shared: Shared, test: PositionTest | LookNode): number {
  const known = shared.conditionNumbers.get(test);
  if (known !== undefined) return known;
  const condition: Condition =
    typeof test === 'string'
      ? test
      : { look: test, program: buildProgram(test.body, { backward: !test.behind, floating: true }, shared) };
  const number = shared.conditions.push(condition) - 1;
  shared.conditionNumbers.set(test, number);
  return number;
}

function setNumber(shared: Shared, ranges: CharacterRanges): number {
  const known = shared.setNumbers.get(ranges);
  if (known !== undefined) return known;
  const key = ranges.join();
  const number = shared.setNumbers.get(key) ?? shared.sets.push(ranges) - 1;
  shared.setNumbers.set(key, number);
  shared.setNumbers.set(ranges, number);
  return number;
}

/** Whether a match can begin at the start of the path only. */
function anchored(node: RegexNode): boolean {
  if (node.kind === 'position') return node.test === 'start';
  if (node.kind === 'choice') return node.options.every(anchored);
  const [first] = node.kind === 'sequence' ? node.items : [];
  return first !== undefined && anchored(first);
}
