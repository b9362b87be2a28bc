import { compileNamePattern } from '../mcp/name-pattern.ts';
import { joinWords, printable } from '../show.ts';

/** Whether a value matches one of the patterns. */
export function compilePatterns(given: string | readonly string[]): (value: string) => boolean {
  const matchers = listOf(given).map(compileNamePattern);
  return (value) => matchers.some((matches) => matches(value));
}

// A sentence may name so many; the file has the others.
const maxNamed = 8;

/** The patterns in a sentence. */
export function describePatterns(given: string | readonly string[]): string {
  const patterns = listOf(given);
  const named = patterns.slice(0, maxNamed).map(printable);
  return joinWords(patterns.length > maxNamed ? [...named, `${patterns.length - maxNamed} more`] : named, 'or');
}

/** One value, or a list of them, as a list. */
export function listOf<Value extends string>(given: Value | readonly Value[]): readonly Value[] {
  return typeof given === 'string' ? [given] : given;
}
