import { WORD_CHARACTERS } from './character-ranges.ts';
import { type CodeUnitClasses, classifyCodeUnits } from './code-unit-classes.ts';
import { buildPrograms, type Condition } from './linear-program.ts';
import { createSweep, type Passage, type Sweep } from './linear-sweep.ts';
import type { PositionTest, RegexNode } from './regex-node.ts';

/**
 * Size of the transition cache of one pattern, in words of 32 states: 256 KiB, which is enough for nearly all patterns.
 */
const MEMORY_WORDS = 65_536;

/**
 * Creates a matcher whose running time is proportional to pattern length times path length. It builds its tables when
 * it tests the first path, and caches transitions up to a fixed size.
 */
export function createLinearMatcher(root: RegexNode): (path: string) => boolean {
  let match: ((path: string) => boolean) | undefined;
  return (path) => {
    match ??= prepareMatcher(root);
    return match(path);
  };
}

function prepareMatcher(root: RegexNode): (path: string) => boolean {
  const { main, conditions, sets } = buildPrograms(root);
  const classes = classifyCodeUnits(sets);
  const memory = { leftWords: MEMORY_WORDS };
  const alphabet = { sets, classes };
  const sweepMain = createSweep(main, alphabet, memory);
  const sweeps = conditions.map((condition) =>
    typeof condition === 'string' ? undefined : createSweep(condition.program, alphabet, memory),
  );
  return (path) => {
    const passage: Passage = { length: path.length, classes: classesOf(path, classes), holds: [] };
    // A condition depends only on earlier conditions, so one pass in order evaluates all of them at every position.
    conditions.forEach((condition, number) => {
      passage.holds.push(positionsWhere(condition, path, { passage, sweep: sweeps[number] }));
    });
    return sweepMain(passage);
  };
}

/**
 * Returns the class of each character, with one class for the positions before the first and after the last character.
 */
function classesOf(path: string, { count, classOf }: CodeUnitClasses): Uint16Array {
  const found = new Uint16Array(path.length + 2).fill(count);
  for (let at = 0; at < path.length; at++) found[at + 1] = classOf(path.charCodeAt(at));
  return found;
}

interface LookContext {
  readonly passage: Passage;
  readonly sweep: Sweep | undefined;
}

function positionsWhere(condition: Condition, path: string, { passage, sweep }: LookContext): Uint8Array {
  const holds = new Uint8Array(path.length + 1);
  if (typeof condition === 'string') {
    for (let at = 0; at <= path.length; at++) holds[at] = Number(holdsAt(condition, path, at));
    return holds;
  }
  sweep?.(passage, holds);
  if (condition.negative) for (let at = 0; at < holds.length; at++) holds[at] = 1 - (holds[at] ?? 0);
  return holds;
}

function holdsAt(test: PositionTest, path: string, at: number): boolean {
  switch (test) {
    case 'start':
      return at === 0;
    case 'end':
      return at === path.length;
    case 'boundary':
      return isWordCharacter(path, at - 1) !== isWordCharacter(path, at);
    case 'notBoundary':
      return isWordCharacter(path, at - 1) === isWordCharacter(path, at);
  }
}

function isWordCharacter(path: string, at: number): boolean {
  const code = path.charCodeAt(at);
  for (let bound = 0; bound < WORD_CHARACTERS.length; bound += 2) {
    if (code >= (WORD_CHARACTERS[bound] ?? 0) && code <= (WORD_CHARACTERS[bound + 1] ?? 0)) return true;
  }
  return false;
}
