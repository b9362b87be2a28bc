import { printable } from '../../show.ts';
import type { CommandProgram } from '../command-analyser.ts';
import type { CompiledCommandRule } from '../command-rules.ts';

/** @internal Names a part of a command: `'git push' in "git add . && git push"`, or the part alone if it is all of it. */
export function namePart(part: string, command: string): string {
  const name = `'${printable(part)}'`;
  return part.trim() === command.trim() ? name : `${name} in "${printable(command)}"`;
}

/** @internal Names a program of a command. */
export function nameProgram({ text }: CommandProgram, command: string): string {
  return namePart(text, command);
}

/** @internal Names a rule, with the reason that it gives: `'rm' (use git clean)`. */
export function nameRule({ text, reason }: CompiledCommandRule): string {
  return `'${printable(text)}'${reason === undefined ? '' : ` (${printable(reason)})`}`;
}

// A refusal is read by a model and a person; a longer list does not help either.
const maxNamed = 8;

/** @internal Lists rules as examples in brackets, with a leading space; empty if there are none. */
export function listRules(rules: readonly CompiledCommandRule[]): string {
  if (rules.length === 0) return '';
  const named = rules.slice(0, maxNamed).map(({ text }) => printable(text));
  return ` (${[...named, ...(rules.length > maxNamed ? ['…'] : [])].join(', ')})`;
}
