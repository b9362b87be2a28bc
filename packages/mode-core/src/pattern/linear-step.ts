import type { CharacterRanges } from './character-ranges.ts';
import type { CodeUnitClasses } from './code-unit-classes.ts';
import { addBit, type StateMasks } from './state-masks.ts';

/**
 * Advances a state set in place by one position: follows every state that consumes no character, at most once each,
 * then consumes the character. Returns true if the match state was reached before the character.
 */
export type Step = (active: Int32Array, at: Position) => boolean;

/**
 * A position in a path, and the class of the next character, or the number of classes if there is no next character.
 */
export interface Position {
  readonly at: number;
  readonly unitClass: number;
  /** Values of each condition, one for each position. */
  readonly holds: readonly Uint8Array[];
}

/** Character classes that a pattern distinguishes. */
export interface Alphabet {
  readonly sets: readonly CharacterRanges[];
  readonly classes: CodeUnitClasses;
}

/** Creates the step function of a program. */
export function createStep(masks: StateMasks, alphabet: Alphabet): Step {
  const { wordCount, stepping, jumps } = masks;
  const follow = createFollow(masks);
  const takers = createTakerTable(masks, alphabet);
  const taken = new Int32Array(wordCount + 1);
  return (active, position) => {
    follow(active, position);
    const matched = ((active[0] ?? 0) & 1) === 1;
    const row = position.unitClass * wordCount;
    for (let word = 0; word < wordCount; word++) taken[word] = (active[word] ?? 0) & (takers[row + word] ?? 0);
    let above = 0;
    for (let word = wordCount - 1; word >= 0; word--) {
      const steps = (taken[word] ?? 0) & (stepping[word] ?? 0);
      active[word] = (steps >>> 1) | (above << 31);
      above = steps & 1;
    }
    for (let jump = 0; jump < jumps.length; jump += 3) {
      if (((taken[jumps[jump] ?? 0] ?? 0) & (jumps[jump + 1] ?? 0)) !== 0) addBit(active, jumps[jump + 2] ?? 0);
    }
    return matched;
  };
}

/**
 * Edges descend except at the end of a loop, so after the first pass, one more pass finds the states that were added by
 * loops.
 */
function createFollow({
  wordCount,
  passing,
  ways,
  wayStarts,
  conditionOf,
}: StateMasks): (active: Int32Array, at: Position) => void {
  const followed = new Int32Array(wordCount);
  return (active, { at, holds }) => {
    followed.fill(0);
    let highest = wordCount - 1;
    while (highest >= 0) {
      let word = highest;
      highest = -1;
      for (; word >= 0; word--) {
        const pass = (passing[word] ?? 0) & ~(followed[word] ?? 0);
        let current = active[word] ?? 0;
        let left = pass;
        while ((current & left) !== 0) {
          const bit = 31 - Math.clz32(current & left);
          left &= ~(1 << bit);
          const state = word * 32 + bit;
          const condition = conditionOf[state] ?? -1;
          if (condition >= 0 && holds[condition]?.[at] !== 1) continue;
          const end = wayStarts[state + 1] ?? 0;
          for (let way = wayStarts[state] ?? 0; way < end; way += 2) {
            const target = ways[way] ?? 0;
            const mask = ways[way + 1] ?? 0;
            if (target === word) current |= mask;
            else active[target] = (active[target] ?? 0) | mask;
            if (target > word && target > highest) highest = target;
          }
        }
        active[word] = current;
        followed[word] = (followed[word] ?? 0) | (pass & ~left);
      }
    }
  };
}

/**
 * Creates a table that lists, for each character class, the states that consume it, in `wordCount` words each; the row
 * for the class of positions without a character is empty. Records only the start and end of each range, then fills all
 * classes in one pass.
 */
function createTakerTable({ wordCount, takers }: StateMasks, { sets, classes }: Alphabet): Int32Array {
  const table = new Int32Array((classes.count + 1) * wordCount);
  for (const [set, parts] of takers) {
    for (const bound of sets[set]?.map((code, at) => code + (at & 1)) ?? []) {
      const row = classes.classOf(bound) * wordCount;
      for (let at = 0; at < parts.length; at += 2) {
        const cell = row + (parts[at] ?? 0);
        table[cell] = (table[cell] ?? 0) ^ (parts[at + 1] ?? 0);
      }
    }
  }
  for (let cell = wordCount; cell < table.length; cell++) {
    table[cell] = (table[cell] ?? 0) ^ (table[cell - wordCount] ?? 0);
  }
  return table.fill(0, classes.count * wordCount);
}
