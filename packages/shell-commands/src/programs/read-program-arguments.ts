import type { ShellWord } from '../analysis.ts';
import { findSubcommand } from './find-subcommand.ts';
import { finishOperands } from './finish-operands.ts';
import { optionTable } from './option-table.ts';
import type { ProgramFacts } from './program-facts.ts';
import { readBareOptions, readOption } from './read-option.ts';
import { type ArgumentReading, canBeOption, guardUnknown, type Level } from './reading.ts';

/**
 * @internal Reads the arguments of a program based on the facts about it. Draws no conclusions about unknown options.
 */
export function readProgramArguments(facts: ProgramFacts | undefined, words: readonly ShellWord[]): ArgumentReading {
  const reading: ArgumentReading = { words, guarded: [], files: [], folder: undefined };
  let level = facts && createLevel(facts, 1);
  while (level !== undefined) level = readLevel(reading, level);
  return reading;
}

function createLevel(facts: ProgramFacts, start: number): Level {
  return {
    facts,
    start,
    table: optionTable(facts),
    operands: [],
    replacements: new Set(),
    effects: new Set(),
    suffixes: [],
    doubtful: undefined,
    scripts: [],
  };
}

/** Reads the words of a program or subcommand up to the next subcommand, and returns that subcommand. */
function readLevel(reading: ArgumentReading, level: Level): Level | undefined {
  const { facts, operands, start } = level;
  const { words } = reading;
  let isPast = false;
  let isExpression = false;
  for (let index = start; index < words.length; index++) {
    const word = words[index] as ShellWord;
    const isLiteral = word.kind === 'literal';
    if (facts.operandsFirst === true && isLiteral && /^(?:-[^HLPOD]|-.{2}|[(!]$)/.test(word.value)) isExpression = true;
    if (!isPast && canBeOption(word, level.table.signs)) {
      if (!isLiteral) guardUnknown(reading, level, index);
      else if (word.value === '--' && facts.noDoubleDash !== true && index !== level.doubtful) isPast = true;
      else index = readOption(reading, level, index);
      if (isLiteral) continue;
    }
    if (isExpression) continue;
    const first = operands.length === 0;
    const sub = first && isLiteral ? findSubcommand(facts, word.value) : undefined;
    if (sub !== undefined) return createLevel(sub, index + 1);
    if (first && facts.bareOptions === true && index === start) index = readBareOptions(reading, level, index);
    else operands.push({ word, index });
  }
  finishOperands(reading, level);
  return undefined;
}
