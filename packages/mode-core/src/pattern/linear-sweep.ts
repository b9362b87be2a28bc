import type { CodeUnitClasses } from './code-unit-classes.ts';
import { type LinearProgram, SPLIT, TAKE, TEST } from './linear-program.ts';

/** A path as the programs see it. */
export interface Passage {
  readonly length: number;
  /** Class of the character before each position, and of the one after the last: `length + 2` entries. */
  readonly classes: Uint16Array;
  /** For each condition, whether it holds at each of the `length + 1` positions. */
  readonly holds: Uint8Array[];
}

/**
 * Runs a program over a passage: whether it matches somewhere. With `matchedAt`, it goes on to the end and sets an entry
 * to 1 for every position where a match is complete.
 */
export type Sweep = (passage: Passage, matchedAt?: Uint8Array) => boolean;

/** What all programs of one pattern may still spend on remembering, in states. */
export interface SweepMemory {
  left: number;
}

/** A set of states that was met before, and where it went from there. */
interface KnownStates {
  readonly states: Uint16Array;
  readonly moves: Map<number, Move>;
}

interface Move {
  readonly matched: boolean;
  readonly target: KnownStates;
}

/** The states to be followed from the current position; only the first `count` entries count. */
interface Frontier {
  states: Uint16Array;
  count: number;
}

/** More conditions than this are not remembered: their values would not fit into one number with the class. */
const MAX_REMEMBERED_CONDITIONS = 16;

/** Makes a sweep that simulates all states at once, and remembers transitions while `memory` lasts. */
export function createSweep(program: LinearProgram, classes: CodeUnitClasses, memory: SweepMemory): Sweep {
  const { backward, floating, conditions } = program;
  const frontier: Frontier = { states: new Uint16Array(program.kinds.length), count: 0 };
  const step = createStep(program, classes, frontier);
  const remember = createRecall(memory);
  const initial: KnownStates = { states: Uint16Array.of(program.start), moves: new Map() };
  const symbolCount = classes.count + 1;

  return (passage, matchedAt) => {
    const { length, holds } = passage;
    let known = conditions.length > MAX_REMEMBERED_CONDITIONS ? undefined : initial;
    loadFrontier(frontier, initial);
    for (let done = 0; done <= length; done++) {
      const at = backward ? length - done : done;
      const unit = passage.classes[backward ? at : at + 1] ?? 0;
      let matched: boolean;
      if (known === undefined) matched = step(at, unit, holds);
      else {
        let symbol = 0;
        for (const condition of conditions) symbol = symbol * 2 + (holds[condition]?.[at] ?? 0);
        symbol = symbol * symbolCount + unit;
        const move: Move | undefined = known.moves.get(symbol);
        if (move === undefined) {
          loadFrontier(frontier, known);
          matched = step(at, unit, holds);
          known = remember(known, symbol, { matched, frontier });
        } else {
          matched = move.matched;
          known = move.target;
        }
      }
      if (matched) {
        if (matchedAt === undefined) return true;
        matchedAt[at] = 1;
      }
      if (!floating && (known === undefined ? frontier.count : known.states.length) === 0) return false;
    }
    return false;
  };
}

function loadFrontier(frontier: Frontier, { states }: KnownStates): void {
  frontier.states.set(states);
  frontier.count = states.length;
}

type Recall = (
  from: KnownStates,
  symbol: number,
  result: { readonly matched: boolean; readonly frontier: Frontier },
) => KnownStates | undefined;

/** Notes where a step led; answers nothing once the memory is spent, and then the caller simulates. */
function createRecall(memory: SweepMemory): Recall {
  const known = new Map<string, KnownStates>();
  return (from, symbol, { matched, frontier }) => {
    memory.left -= frontier.count + 8;
    if (memory.left < 0) return undefined;
    const states = frontier.states.slice(0, frontier.count);
    const key = states.join();
    let target = known.get(key);
    if (target === undefined) {
      target = { states, moves: new Map() };
      known.set(key, target);
    }
    from.moves.set(symbol, { matched, target });
    return target;
  };
}

/**
 * Makes the function that follows every state of the frontier at one position and replaces the frontier by the states
 * behind the character `unit`. Each state is followed once at most, which is what makes a sweep linear.
 */
function createStep(
  { kinds, next, operand, start, floating }: LinearProgram,
  { members, wordsPerSet }: CodeUnitClasses,
  frontier: Frontier,
): (at: number, unit: number, holds: readonly Uint8Array[]) => boolean {
  const seen = new Uint32Array(kinds.length);
  const queued = new Uint32Array(kinds.length);
  const stack = new Uint16Array(kinds.length * 2 + 2);
  let spare: Uint16Array = new Uint16Array(kinds.length);
  let round = 0;

  return (at, unit, holds) => {
    if (++round === 0xffff_ffff) {
      seen.fill(0);
      queued.fill(0);
      round = 1;
    }
    const word = unit >> 5;
    const bit = unit & 31;
    let matched = false;
    let count = 0;
    if (floating) {
      spare[count++] = start;
      queued[start] = round;
    }
    for (let from = 0; from < frontier.count; from++) {
      let depth = 1;
      stack[0] = frontier.states[from] ?? 0;
      while (depth > 0) {
        const state = stack[--depth] ?? 0;
        if (seen[state] === round) continue;
        seen[state] = round;
        const kind = kinds[state];
        const target = next[state] ?? 0;
        const argument = operand[state] ?? 0;
        if (kind === TAKE) {
          if ((((members[argument * wordsPerSet + word] ?? 0) >>> bit) & 1) === 1 && queued[target] !== round) {
            queued[target] = round;
            spare[count++] = target;
          }
        } else if (kind === SPLIT) {
          stack[depth++] = argument;
          stack[depth++] = target;
        } else if (kind === TEST) {
          if (holds[argument]?.[at] === 1) stack[depth++] = target;
        } else matched = true;
      }
    }
    const states = frontier.states;
    frontier.states = spare;
    frontier.count = count;
    spare = states;
    return matched;
  };
}
