import { compileNamePattern } from '../mcp/name-pattern.ts';
import { joinWords, printable } from '../show.ts';

/** Compiles patterns into a predicate that returns true if a value matches at least one pattern. */
export function compilePatterns(given: string | readonly string[]): (value: string) => boolean {
  const matchers = listOf(given).map(compileNamePattern);
  return (value) => matchers.some((matches) => matches(value));
}

// Maximum number of patterns listed in a sentence; the remaining patterns can be found in the file.
const maxNamed = 8;

/** Describes patterns for use in a sentence. */
export function describePatterns(given: string | readonly string[]): string {
  const patterns = listOf(given);
  const named = patterns.slice(0, maxNamed).map(printable);
  return joinWords(patterns.length > maxNamed ? [...named, `${patterns.length - maxNamed} more`] : named, 'or');
}

/** Wraps a single value in a list. */
export function listOf<Value extends string>(given: Value | readonly Value[]): readonly Value[] {
  return typeof given === 'string' ? [given] : given;
}
