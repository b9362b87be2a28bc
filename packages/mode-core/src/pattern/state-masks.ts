import type { LinearProgram } from './linear-program.ts';

/** A program as bit masks over its states, so that one operation advances 32 states. Lists are flat for speed. */
export interface StateMasks {
  readonly wordCount: number;
  /** States that consume no character; they are followed before a character is read. */
  readonly passing: Int32Array;
  /** Targets of the passing states as pairs of word and mask; the pairs for state n start at entry n of `wayStarts`. */
  readonly ways: Int32Array;
  readonly wayStarts: Int32Array;
  /** Condition of each passing state, or -1. */
  readonly conditionOf: Int16Array;
  /** States that consume a character and lead to the next lower number. */
  readonly stepping: Int32Array;
  /** All other consuming states, as triples of word, mask and target state. */
  readonly jumps: Int32Array;
  /** For each character set, the states that consume it, as pairs of word and mask. */
  readonly takers: ReadonlyMap<number, readonly number[]>;
  /** Conditions that the program uses. */
  readonly conditions: readonly number[];
}

/** Converts the states of a program to masks. */
export function createStateMasks({ states }: LinearProgram): StateMasks {
  const wordCount = (states.length >> 5) + 1;
  const passing = new Int32Array(wordCount);
  const stepping = new Int32Array(wordCount);
  const conditionOf = new Int16Array(states.length).fill(-1);
  const ways: number[] = [];
  const wayStarts = [0];
  const jumpSources = new Map<number, number[]>();
  const takerStates = new Map<number, number[]>();
  states.forEach((state, number) => {
    if (state.kind === 'take') {
      append(takerStates, state.set, number);
      if (state.next === number - 1) addBit(stepping, number);
      else append(jumpSources, state.next, number);
    } else if (state.kind !== 'match') {
      addBit(passing, number);
      if (state.kind === 'test') conditionOf[number] = state.condition;
      const leads = state.kind === 'test' ? [state.next] : state.ways;
      for (const [word, mask] of toParts(leads)) ways.push(word, mask);
    }
    wayStarts.push(ways.length);
  });
  const jumps = [...jumpSources].flatMap(([target, from]) =>
    toParts(from).flatMap(([word, mask]) => [word, mask, target]),
  );
  return {
    wordCount,
    passing,
    ways: Int32Array.from(ways),
    wayStarts: Int32Array.from(wayStarts),
    conditionOf,
    stepping,
    jumps: Int32Array.from(jumps),
    takers: new Map([...takerStates].map(([set, from]) => [set, toParts(from).flat()])),
    conditions: [...new Set(conditionOf)].filter((condition) => condition >= 0),
  };
}

/** Adds a state to a state set. */
export function addBit(set: Int32Array, state: number): void {
  const word = state >> 5;
  set[word] = (set[word] ?? 0) | (1 << (state & 31));
}

/** Returns the non-zero words of a state set, each with its index. */
function toParts(states: readonly number[]): (readonly [word: number, mask: number])[] {
  const masks = new Map<number, number>();
  for (const state of states) masks.set(state >> 5, (masks.get(state >> 5) ?? 0) | (1 << (state & 31)));
  return [...masks];
}

function append(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
