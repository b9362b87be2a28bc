import type { Fix } from '../source/finding.ts';
import { shown } from '../source/shown.ts';
import type { SourceText } from '../source/source-text.ts';
import { writeScalar } from '../source/value-span.ts';

/** Returns a fix that replaces a name with another; undefined if the exact position of the name is unknown. */
export function replaceName(
  source: SourceText,
  pointer: string,
  { name, isSafe }: { readonly name: string; readonly isSafe: boolean },
): Fix | undefined {
  const span = source.spanOf(pointer);
  const text = span === undefined ? undefined : writeScalar(name, span);
  if (span === undefined || text === undefined) return undefined;
  const { start, end } = span;
  return { description: `Write ${shown(name)}.`, edits: [{ file: source.file, start, end, text }], isSafe };
}
