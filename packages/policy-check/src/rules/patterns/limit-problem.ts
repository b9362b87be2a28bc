import { compilePattern } from '@modegate/mode-core/patterns';
import type { Fix, FoundProblem } from '../../source/finding.ts';
import { writeScalar } from '../../source/value-span.ts';
import type { FileLimitEntry } from '../../workspace/workspace.ts';

/** Creates a finding about a file restriction, with its location and mode. */
export function problemOf({ mode, pointer }: FileLimitEntry, message: string, fix?: Fix): FoundProblem {
  return { message, location: mode.file.locate(pointer), mode: mode.slug, fix };
}

/**
 * Returns a fix that replaces one pattern with another; undefined if the new pattern is unusable or cannot be written at
 * that position.
 */
export function rewritePattern(
  { mode, pointer }: FileLimitEntry,
  pattern: string,
  { description, isSafe }: Pick<Fix, 'description' | 'isSafe'>,
): Fix | undefined {
  const span = mode.file.spanOf(pointer);
  const text = span && compilePattern(pattern).ok ? writeScalar(pattern, span) : undefined;
  if (span === undefined || text === undefined) return undefined;
  return { description, edits: [{ file: mode.file.file, start: span.start, end: span.end, text }], isSafe };
}

/** Formats a pattern for a message. */
export function showPattern(pattern: string): string {
  const cut = pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern;
  return `'${cut.replaceAll(/\p{Cc}/gu, ' ')}'`;
}

/** Returns the pattern with text inserted at an offset. */
export function insertAt(pattern: string, offset: number, text: string): string {
  return pattern.slice(0, offset) + text + pattern.slice(offset);
}
