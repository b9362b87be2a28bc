import type { LinearProgram } from './linear-program.ts';
import { type Alphabet, createStep } from './linear-step.ts';
import { addBit, createStateMasks } from './state-masks.ts';

/** A path in the form that programs can read. */
export interface Passage {
  readonly length: number;
  /**
   * Class of the character before each position, followed by the class of the character after the last position:
   * `length + 2` entries.
   */
  readonly classes: Uint16Array;
  /** Values of each condition, one for each of the `length + 1` positions. */
  readonly holds: Uint8Array[];
}

/**
 * Runs a program over a passage; returns true if the program matches anywhere. If `matchedAt` is given, continues to
 * the end and sets an entry to 1 for every position at which a match is complete.
 */
export type Sweep = (passage: Passage, matchedAt?: Uint8Array) => boolean;

/** Remaining cache space for all programs of one pattern, in words of 32 states. */
export interface SweepMemory {
  leftWords: number;
}

/** A state set seen before, and its transitions. */
interface KnownStates {
  readonly states: Int32Array;
  readonly isEmpty: boolean;
  readonly moves: Map<number, Move>;
}

interface Move {
  readonly matched: boolean;
  readonly target: KnownStates;
}

/**
 * Beyond this number of conditions, nothing is cached, because the values of the conditions and the class would not fit
 * into one number.
 */
const MAX_REMEMBERED_CONDITIONS = 16;

/** Creates a sweep that advances all states together and caches transitions until `memory` is used up. */
export function createSweep(program: LinearProgram, alphabet: Alphabet, memory: SweepMemory): Sweep {
  const { backward, floating, start } = program;
  const masks = createStateMasks(program);
  const { conditions } = masks;
  const step = createStep(masks, alphabet);
  const recall = createRecall(memory);
  const active = new Int32Array(masks.wordCount);
  addBit(active, start);
  const initial = toKnown(active);
  const canRemember = conditions.length <= MAX_REMEMBERED_CONDITIONS;

  return ({ length, classes: unitClasses, holds }, matchedAt) => {
    let known = canRemember ? initial : undefined;
    active.set(initial.states);
    for (let done = 0; done <= length; done++) {
      const at = backward ? length - done : done;
      const unitClass = unitClasses[backward ? at : at + 1] ?? 0;
      let symbol = 0;
      if (known !== undefined) {
        for (const condition of conditions) symbol = symbol * 2 + (holds[condition]?.[at] ?? 0);
        symbol = symbol * (alphabet.classes.count + 1) + unitClass;
      }
      let matched: boolean;
      const move: Move | undefined = known?.moves.get(symbol);
      if (move === undefined) {
        if (known !== undefined) active.set(known.states);
        matched = step(active, { at, unitClass, holds });
        if (floating) addBit(active, start);
        if (known !== undefined) known = recall(active, { from: known, symbol, matched });
      } else {
        matched = move.matched;
        known = move.target;
      }
      if (matched) {
        if (matchedAt === undefined) return true;
        matchedAt[at] = 1;
      }
      if (known?.isEmpty) return false;
    }
    return false;
  };
}

function toKnown(active: Int32Array): KnownStates {
  return { states: active.slice(), isEmpty: active.every((word) => word === 0), moves: new Map() };
}

type Recall = (
  active: Int32Array,
  step: { readonly from: KnownStates; readonly symbol: number; readonly matched: boolean },
) => KnownStates | undefined;

/** Size of a cached transition in words, excluding its states. */
const MOVE_OVERHEAD_WORDS = 16;

/** Caches the result of a step; returns nothing once the memory is used up. */
function createRecall(memory: SweepMemory): Recall {
  const met = new Map<string, KnownStates>();
  return (active, { from, symbol, matched }) => {
    memory.leftWords -= active.length + MOVE_OVERHEAD_WORDS;
    if (memory.leftWords < 0) return undefined;
    const key = active.join();
    const target = met.get(key) ?? toKnown(active);
    met.set(key, target);
    from.moves.set(symbol, { matched, target });
    return target;
  };
}
