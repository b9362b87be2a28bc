import { joinWords, printable } from '../../show.ts';
import type { CompiledCommandRule } from '../command-rules.ts';

/**
 * @internal Lists parts of a command, at most three: `'git push' in "git add . && git push"`, or only the part if it is
 * the whole command.
 */
export function nameParts(parts: readonly string[], command: string): string {
  const names = parts.slice(0, 3).map((part) => `'${printable(part)}'`);
  const more = parts.length > 3 ? [`${parts.length - 3} more`] : [];
  const isWhole = parts.every((part) => part.trim() === command.trim());
  return `${joinWords([...names, ...more], 'and')}${isWhole ? '' : ` in "${printable(command)}"`}`;
}

/** @internal Formats a rule, followed by its reason: `'rm' (use git clean)`. */
export function nameRule({ text, reason }: CompiledCommandRule): string {
  return `'${printable(text)}'${reason === undefined ? '' : ` (${printable(reason)})`}`;
}

// A refusal is read by a model and a person; a longer list helps neither.
const maxNamed = 8;

/**
 * @internal Lists rules as examples in brackets, with a leading space; returns an empty string if there are no rules.
 */
export function listRules(rules: readonly CompiledCommandRule[]): string {
  if (rules.length === 0) return '';
  const named = rules.slice(0, maxNamed).map(({ text }) => printable(text));
  return ` (${[...named, ...(rules.length > maxNamed ? ['…'] : [])].join(', ')})`;
}
