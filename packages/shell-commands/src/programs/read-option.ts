import type { ShellWord } from '../analysis.ts';
import type { OptionFact } from './option-table.ts';
import { type ArgumentReading, type Level, workingFolder } from './reading.ts';

/** @internal Reads an option, and returns the index of the last word that belongs to it. */
export function readOption(reading: ArgumentReading, level: Level, index: number): number {
  const { value } = reading.words[index] as ShellWord;
  return value.startsWith('--') || level.facts.singleDash === true
    ? readLong(reading, level, index)
    : readCluster(reading, level, index);
}

function readLong(reading: ArgumentReading, level: Level, index: number): number {
  const word = reading.words[index] as ShellWord;
  const [, name = word.value, glued] = /^(-[^=]*)=(.*)$/s.exec(word.value) ?? [];
  const { options } = level.table;
  const exact = options.get(name);
  // GNU programs and git accept any unambiguous start of a long option.
  const isStart = ({ option }: OptionFact) => /^--./.test(name) && option.startsWith(name);
  const facts = exact === undefined ? [...options.values()].filter(isStart) : [exact];
  const next = reading.words[index + 1];
  for (const fact of facts) {
    const value = glued === undefined ? next : { ...word, value: glued };
    apply(reading, level, { fact, index, value: fact.takesValue ? value : undefined });
  }
  const consumes = exact?.takesValue === true && glued === undefined && next !== undefined;
  return consumes ? skipValue(next, index) : index;
}

/** Bundled short options; the value of one is the rest of the word, or the next word. */
function readCluster(reading: ArgumentReading, level: Level, index: number): number {
  const word = reading.words[index] as ShellWord;
  for (let at = 1; at < word.value.length; at++) {
    const fact = level.table.options.get(`-${word.value[at] ?? ''}`);
    if (fact === undefined) continue;
    const rest = word.value.slice(at + 1);
    const next = reading.words[index + 1];
    const value = rest === '' ? next : { ...word, value: rest.replace(/^=/, '') };
    apply(reading, level, { fact, index, value: fact.takesValue ? value : undefined });
    if (fact.takesValue) return rest === '' && next !== undefined ? skipValue(next, index) : index;
  }
  return index;
}

/** A value that looks like an option is read as one too, because variants of a program differ in what takes a value. */
function skipValue({ value }: ShellWord, index: number): number {
  return value.startsWith('-') && value.length > 1 ? index : index + 1;
}

/** @internal Reads options without a dash, whose values follow in their order: `tar xfC a.tar out`. */
export function readBareOptions(reading: ArgumentReading, level: Level, index: number): number {
  let last = index;
  for (const letter of reading.words[index]?.value ?? '') {
    const fact = level.table.options.get(`-${letter}`);
    if (fact === undefined) continue;
    apply(reading, level, { fact, index, value: fact.takesValue ? reading.words[++last] : undefined });
  }
  return last;
}

interface FoundOption {
  readonly fact: OptionFact;
  readonly index: number;
  readonly value: ShellWord | undefined;
}

function apply(reading: ArgumentReading, level: Level, { fact, index, value }: FoundOption): void {
  const { option, effect } = fact;
  level.found.add(option);
  level.effects.add(effect);
  if (level.table.scripts.has(option) && value !== undefined) level.scripts.push({ word: value, index });
  else if (effect === 'runs') reading.guarded.push({ index, option, why: 'runs a program or code' });
  if (effect === 'changesFolder') reading.folder = value;
  if (effect === 'reads' && value?.value !== '-') reading.files.push({ tool: 'read_file', word: value });
  if (effect === 'writes' && value?.value !== '-') reading.files.push({ tool: 'write_to_file', word: value });
  if (effect === 'writesBelow') reading.files.push({ tool: 'delete_file', word: value });
  if (effect === 'writesHere') reading.files.push({ tool: 'delete_file', word: workingFolder });
}
