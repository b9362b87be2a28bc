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
  return replaceText(source, pointer, { text: name, description: `Write ${shown(name)}.`, isSafe });
}

/** Returns a fix that replaces a text value with another; undefined if its exact position is unknown. */
export function replaceText(
  source: SourceText,
  pointer: string,
  { text: value, ...fix }: Omit<Fix, 'edits'> & { readonly text: string },
): Fix | undefined {
  const span = source.spanOf(pointer);
  const text = span && writeScalar(value, span);
  if (span === undefined || text === undefined) return undefined;
  return { ...fix, edits: [{ file: source.file, start: span.start, end: span.end, text }] };
}
