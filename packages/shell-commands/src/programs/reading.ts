import type { FileAccess, GuardedArgument, ShellWord } from '../analysis.ts';
import type { OptionEffect, OptionTable } from './option-table.ts';
import type { ProgramFacts } from './program-facts.ts';

/** @internal Effects of a program's arguments. */
export interface ArgumentReading {
  readonly words: readonly ShellWord[];
  readonly guarded: GuardedArgument[];
  readonly files: NamedAccess[];
  /** Folder, set by an option, to which the paths are relative. */
  folder: ShellWord | undefined;
}

/** @internal A file specified by an argument. */
export interface NamedAccess {
  readonly tool: FileAccess['tool'];
  /** Undefined if no word specifies the file. */
  readonly word: ShellWord | undefined;
}

/** @internal A program or subcommand whose arguments are being read. */
export interface Level {
  readonly facts: ProgramFacts;
  readonly table: OptionTable;
  /** Index of the first argument. */
  readonly start: number;
  readonly operands: Operand[];
  /** Contains true if an option certainly replaces the first operand, and false if an option possibly does. */
  readonly replacements: Set<boolean>;
  readonly effects: Set<OptionEffect>;
  /** Index of a word that may be either a value or an option. */
  doubtful: number | undefined;
  /** Suffixes of the names of copies. */
  readonly suffixes: string[];
  /** Scripts that occur in options. */
  readonly scripts: Operand[];
}

/** @internal A word with its index. */
export interface Operand {
  readonly word: ShellWord;
  readonly index: number;
}

/** @internal Folder in which the program runs, as a word. */
export const workingFolder: ShellWord = { value: '.', text: '.', kind: 'literal' };

/** @internal True if a word is an option, or could be one; `-` alone is a file. */
export function canBeOption({ kind, value }: ShellWord, signs: readonly string[] = []): boolean {
  if (kind === 'literal') return (value.startsWith('-') && value.length > 1) || signs.includes(value.slice(0, 1));
  return kind === 'many' || value === '' || value.startsWith('-');
}

/**
 * @internal Guards a word that could be an option, if the program has an option that runs a program or writes a file.
 */
export function guardUnknown({ guarded }: ArgumentReading, { table }: Level, index: number): void {
  if (table.isRisky)
    guarded.push({ index, option: '', why: 'could be an option that runs a program or writes a file' });
}
