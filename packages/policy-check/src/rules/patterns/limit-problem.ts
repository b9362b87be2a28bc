import { compilePattern } from '@modegate/mode-core/patterns';
import { replaceText } from '../../fixes/replace-name.ts';
import type { Fix, FoundProblem } from '../../source/finding.ts';
import type { FileLimitEntry } from '../../workspace/workspace.ts';

/** Creates a finding about a file restriction, with its location and mode. */
export function problemOf({ mode, pointer }: FileLimitEntry, message: string, fix?: Fix): FoundProblem {
  return { message, location: mode.file.locate(pointer), mode: mode.slug, fix };
}

/**
 * Returns a fix that replaces a pattern with another; undefined if the new pattern is unusable or cannot be written at
 * that position.
 */
export function rewritePattern(
  { mode, pointer }: FileLimitEntry,
  text: string,
  fix: Pick<Fix, 'description' | 'isSafe'>,
): Fix | undefined {
  return compilePattern(text).ok ? replaceText(mode.file, pointer, { ...fix, text }) : undefined;
}

/** Formats a pattern for a message. */
export function showPattern(pattern: string): string {
  const cut = pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern;
  return `'${cut.replaceAll(/\p{Cc}/gu, ' ')}'`;
}

/** Inserts a text at each of the offsets in a pattern. */
export function insertAtEach(pattern: string, offsets: readonly number[], text: string): string {
  return [...new Set(offsets)]
    .toSorted((a, b) => b - a)
    .reduce((whole, offset) => whole.slice(0, offset) + text + whole.slice(offset), pattern);
}
