import type { ShellWord } from '../analysis.ts';
import type { OptionEffect, OptionFact } from './option-table.ts';
import { type ArgumentReading, type Level, workingFolder } from './reading.ts';

/** @internal Reads an option and returns the index of the last word that belongs to it. */
export function readOption(reading: ArgumentReading, level: Level, index: number): number {
  const { value } = reading.words[index] as ShellWord;
  const { options, signs } = level.table;
  if (signs.includes(value.slice(0, 1)))
    return applyFrom(reading, level, { fact: options.get(value.slice(0, 1)), index });
  const isWhole = value.startsWith('--') || level.facts.singleDash === true || options.has(value);
  return isWhole ? readLong(reading, level, index) : readCluster(reading, level, index);
}

function readLong(reading: ArgumentReading, level: Level, index: number): number {
  const word = reading.words[index] as ShellWord;
  const [, name = word.value, glued] = /^(-[^=]*)=(.*)$/s.exec(word.value) ?? [];
  const { options } = level.table;
  const exact = options.get(name);
  if (exact !== undefined) return applyFrom(reading, level, { fact: exact, index, glued });
  // GNU programs and git accept any unambiguous abbreviation of a long option.
  const isStart = ({ option }: OptionFact) => /^--./.test(name) && option.startsWith(name);
  level.doubtful = index;
  for (const fact of options.values()) if (isStart(fact)) applyFrom(reading, level, { fact, index, glued });
  return index;
}

/** Reads bundled short options; an option's value is the rest of the word, or the next word. */
function readCluster(reading: ArgumentReading, level: Level, index: number): number {
  const { value } = reading.words[index] as ShellWord;
  for (let at = 1; at < value.length; at++) {
    const fact = level.table.options.get(`-${value[at] ?? ''}`);
    const rest = value.slice(at + 1);
    const takesRest = fact !== undefined && (fact.isGlued || fact.values > 0);
    const glued = takesRest && rest !== '' ? rest.replace(/^=/, '') : undefined;
    const last = applyFrom(reading, level, { fact, index, glued });
    if (takesRest) return last;
  }
  return index;
}

/** @internal Reads options without a dash, whose values follow in the same order: `tar xfC a.tar out`. */
export function readBareOptions(reading: ArgumentReading, level: Level, index: number): number {
  let last = index;
  for (const letter of reading.words[index]?.value ?? '') {
    const fact = level.table.options.get(`-${letter}`);
    if (fact === undefined) continue;
    apply(reading, level, { fact, index, value: fact.values > 0 ? reading.words[++last] : undefined });
  }
  return last;
}

interface WrittenOption {
  readonly fact: OptionFact | undefined;
  readonly index: number;
  /** Value in the same word. */
  readonly glued?: string | undefined;
}

/** Applies an option with its values and returns the index of the last word that belongs to it. */
function applyFrom(reading: ArgumentReading, level: Level, { fact, index, glued }: WrittenOption): number {
  if (fact === undefined) return index;
  const word = reading.words[index] as ShellWord;
  if (glued !== undefined || fact.isGlued || fact.values === 0) {
    apply(reading, level, { fact, index, value: glued === undefined ? undefined : { ...word, value: glued } });
    // As in `sed -i ''` on macOS.
    const next = reading.words[index + 1];
    return fact.isGlued && glued === undefined && next?.kind === 'literal' && next.value === '' ? index + 1 : index;
  }
  let last = index;
  for (let count = 0; count < fact.values; count++) {
    const value = reading.words[last + 1];
    apply(reading, level, { fact, index, value });
    if (value === undefined) return last;
    // Variants of a program disagree on which options take a value, so a value that looks like an option is also
    // treated as an option.
    if (value.value.startsWith('-') && value.value.length > 1) {
      level.doubtful = last + 1;
      return last;
    }
    last++;
  }
  return last;
}

/** Effects that reduce the set of files that a program accesses. */
const permissive: ReadonlySet<OptionEffect> = new Set(['readOnly', 'writesInstead']);

const anyFolder: ShellWord = { value: '', text: '', kind: 'one' };

interface FoundOption {
  readonly fact: OptionFact;
  readonly index: number;
  readonly value: ShellWord | undefined;
}

function apply(reading: ArgumentReading, level: Level, { fact, index, value }: FoundOption): void {
  const { option, effect } = fact;
  const isCertain = index !== level.doubtful;
  if (level.table.replacesFirst.has(option)) level.replacements.add(isCertain);
  if (!permissive.has(effect) || (isCertain && (effect !== 'readOnly' || level.operands.length === 0)))
    level.effects.add(effect);
  if (level.table.scripts.has(option) && value !== undefined) level.scripts.push({ word: value, index });
  else if (effect === 'runs') reading.guarded.push({ index, option, why: 'runs a program or code' });
  if (effect === 'changesFolder') reading.folder = reading.folder === undefined ? value : anyFolder;
  if (effect === 'reads' && value?.value !== '-') reading.files.push({ tool: 'read_file', word: value });
  if (effect === 'writes' && value?.value !== '-') reading.files.push({ tool: 'write_to_file', word: value });
  if (effect === 'writesBelow') reading.files.push({ tool: 'delete_file', word: value });
  if (effect === 'writesInstead') reading.files.push({ tool: 'delete_file', word: value });
  if (effect === 'writesUnknown') reading.files.push({ tool: 'write_to_file', word: undefined });
  if (effect === 'readsNames')
    reading.files.push({ tool: 'read_file', word: value }, { tool: 'read_file', word: undefined });
  if (effect === 'readsAt' && (value?.kind !== 'literal' || /[@<]/.test(value.value)))
    reading.files.push({ tool: 'read_file', word: undefined });
  if (effect === 'edits' && value !== undefined) level.suffixes.push(value.value);
  if (effect === 'writesHere') reading.files.push({ tool: 'delete_file', word: workingFolder });
}
