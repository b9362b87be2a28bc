import type { ProgramFacts } from './program-facts.ts';

/** @internal Facts by the name of a program or subcommand. */
export type NamedPrograms = Readonly<Record<string, ProgramFacts>>;

/** @internal A program that neither runs programs nor touches files. */
export const plain: ProgramFacts = {};

/** @internal A program that can do anything, whatever its arguments. */
export const anything: ProgramFacts = { anything: true };

/** @internal Returns the same facts for several names, which are separated by white space. */
export function named(names: string, facts: ProgramFacts): NamedPrograms {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, facts]),
  );
}
