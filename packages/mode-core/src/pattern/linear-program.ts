import { type CharacterRanges, normaliseRanges } from './character-ranges.ts';
import { addClassStarts } from './code-unit-classes.ts';
import type { LookNode, PositionTest, RegexNode } from './regex-node.ts';

/**
 * State of a nondeterministic automaton: consume a character from a set, continue if a condition is true, continue
 * along any of several edges, or match. All edges lead to states with lower numbers, except the back edge of a loop.
 */
export type LinearState =
  | { readonly kind: 'match' }
  | { readonly kind: 'take'; readonly set: number; readonly next: number }
  | { readonly kind: 'test'; readonly condition: number; readonly next: number }
  | { readonly kind: 'split'; readonly ways: readonly number[] };

/** An automaton for one direction. State 0 is the match state. */
export interface LinearProgram {
  readonly states: readonly LinearState[];
  readonly start: number;
  /** True if the program reads from the end of the path to its start. */
  readonly backward: boolean;
  /** True if a match may start at any position, not only at the first. */
  readonly floating: boolean;
}

/** Condition of a `test` state at a position: a simple test, or a test of whether a lookaround matches there. */
export type Condition = PositionTest | { readonly negative: boolean; readonly program: LinearProgram };

/** Programs for one pattern; the program for a condition depends only on earlier conditions. */
export interface LinearPrograms {
  readonly main: LinearProgram;
  readonly conditions: readonly Condition[];
  readonly sets: readonly CharacterRanges[];
}

/** Maximum weight of a program that may be run: about 15 ms for the worst path on a modest machine. */
const MAX_WEIGHT = 400;

/**
 * Maximum product of weight and number of character classes. The tables take up to 3 bytes for each unit of the
 * product, so about 1 MB in total.
 */
const MAX_TABLE_WEIGHT = 350_000;

/** No path is longer than this, so a repetition of at least this many rounds is treated as endless. */
const ENDLESS = 4096;

/** A lookaround costs one more sweep over the path. */
const LOOK_WEIGHT = 8;

/** True if the programs for this pattern would be too slow or too large. Does not build the programs. */
export function isTooLarge(root: RegexNode): boolean {
  const weight = programWeight(root);
  if (weight > MAX_WEIGHT) return true;
  const starts = new Set<number>();
  collectClassStarts(root, starts);
  return weight * starts.size > MAX_TABLE_WEIGHT;
}

/**
 * Returns the cost of the programs at one position in a path, in units of about 8 ns. States that consume a character
 * are cheap, because 32 of them advance together.
 */
function programWeight(node: RegexNode): number {
  switch (node.kind) {
    case 'characters':
      return 1 / 24;
    case 'position':
      return 1;
    case 'look':
      return programWeight(node.body) + LOOK_WEIGHT;
    case 'sequence':
      return node.items.reduce((sum, item) => sum + programWeight(item), 0);
    case 'choice':
      return node.options.reduce((sum, option) => sum + programWeight(option) + 1 / 4, 1);
    case 'repeat': {
      const body = programWeight(node.body);
      if (node.max >= ENDLESS) return body * Math.max(node.min, 1) + 2;
      return body * node.max + (node.max - node.min);
    }
  }
}

function collectClassStarts(node: RegexNode, starts: Set<number>): void {
  if (node.kind === 'characters') addClassStarts(starts, node.ranges);
  else if (node.kind === 'sequence') for (const item of node.items) collectClassStarts(item, starts);
  else if (node.kind === 'choice') for (const option of node.options) collectClassStarts(option, starts);
  else if (node.kind !== 'position') collectClassStarts(node.body, starts);
}

/** Compiles the pattern into programs. Counted repetitions become copies. */
export function buildPrograms(root: RegexNode): LinearPrograms {
  const shared: Shared = { conditions: [], conditionNumbers: new Map(), sets: [], setNumbers: new Map() };
  const main = buildProgram(root, { backward: false, floating: !isAnchored(root) }, shared);
  return { main, conditions: shared.conditions, sets: shared.sets };
}

/** Numbering shared by all programs for a pattern. */
interface Shared {
  readonly conditions: Condition[];
  readonly conditionNumbers: Map<PositionTest | LookNode, number>;
  readonly sets: CharacterRanges[];
  readonly setNumbers: Map<RegexNode | CharacterRanges | string, number>;
}

interface Draft {
  readonly states: LinearState[];
  readonly backward: boolean;
  readonly shared: Shared;
}

type Direction = Pick<LinearProgram, 'backward' | 'floating'>;

function buildProgram(root: RegexNode, { backward, floating }: Direction, shared: Shared): LinearProgram {
  const draft: Draft = { states: [{ kind: 'match' }], backward, shared };
  const start = write(draft, root, 0);
  return { states: draft.states, start, backward, floating };
}

function addState(draft: Draft, state: LinearState): number {
  return draft.states.push(state) - 1;
}

/** Writes the states of a node, continuing at `next`, and returns the first state. */
function write(draft: Draft, node: RegexNode, next: number): number {
  const { shared } = draft;
  switch (node.kind) {
    case 'characters':
      return addState(draft, { kind: 'take', set: setNumber(shared, node.ranges), next });
    case 'position':
      return addState(draft, { kind: 'test', condition: conditionNumber(shared, node.test), next });
    case 'look':
      return addState(draft, { kind: 'test', condition: conditionNumber(shared, node), next });
    case 'sequence': {
      const writeItem = (follow: number, item: RegexNode) => write(draft, item, follow);
      return draft.backward ? node.items.reduce(writeItem, next) : node.items.reduceRight(writeItem, next);
    }
    case 'choice':
      return writeChoice(draft, node, next);
    case 'repeat':
      return writeRepeat(draft, node, next);
  }
}

function writeChoice(draft: Draft, node: RegexNode & { kind: 'choice' }, next: number): number {
  const bounds = node.options.map((option) => (option.kind === 'characters' ? option.ranges : undefined));
  if (bounds.every((ranges) => ranges !== undefined)) {
    const { setNumbers } = draft.shared;
    const set = setNumbers.get(node) ?? setNumber(draft.shared, normaliseRanges(bounds.flat()));
    setNumbers.set(node, set);
    return addState(draft, { kind: 'take', set, next });
  }
  return addState(draft, { kind: 'split', ways: node.options.map((option) => write(draft, option, next)) });
}

function writeRepeat(draft: Draft, { body, min, max }: RegexNode & { kind: 'repeat' }, next: number): number {
  let entry = next;
  if (max >= ENDLESS) {
    const ways = [next];
    const loop = addState(draft, { kind: 'split', ways });
    entry = write(draft, body, loop);
    // The back edge follows the body; a second split before it ensures that all other edges descend.
    ways.push(entry);
    if (min === 0) return addState(draft, { kind: 'split', ways: [next, entry] });
    for (let count = 1; count < min; count++) entry = write(draft, body, entry);
    return entry;
  }
  for (let count = min; count < max; count++) {
    entry = addState(draft, { kind: 'split', ways: [next, write(draft, body, entry)] });
  }
  for (let count = 0; count < min; count++) entry = write(draft, body, entry);
  return entry;
}

/**
 * Returns the number of a condition. A lookahead is evaluated by a backward sweep and a lookbehind by a forward sweep,
 * so that one sweep computes it for every position.
 */
function conditionNumber(shared: Shared, test: PositionTest | LookNode): number {
  const known = shared.conditionNumbers.get(test);
  if (known !== undefined) return known;
  const condition: Condition =
    typeof test === 'string'
      ? test
      : {
          negative: test.negative,
          program: buildProgram(test.body, { backward: !test.behind, floating: true }, shared),
        };
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

/** True if a match can start only at the start of the path. */
function isAnchored(node: RegexNode): boolean {
  if (node.kind === 'position') return node.test === 'start';
  if (node.kind === 'choice') return node.options.every(isAnchored);
  const [first] = node.kind === 'sequence' ? node.items : [];
  return first !== undefined && isAnchored(first);
}
