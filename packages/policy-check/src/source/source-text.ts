import { createLineIndex, parsePointer, resolvePointer, type TextPosition } from '@modegate/json';
import type { Location, TextRange } from './location.ts';
import { findValueSpan, type ValueSpan } from './value-span.ts';

/** A file's text, in which JSON pointers can be found. */
export interface SourceText {
  readonly file: string;
  /** As it was given, a byte order mark included. */
  readonly text: string;
  /** The place of a pointer's value; of a block its first line. The nearest parent where the pointer names nothing. */
  readonly locate: (pointer: string) => Location;
  /** The place of a pointer's key; of its value where there is no key to point at. */
  readonly locateKey: (pointer: string) => Location;
  /** From one position to the end of its line. */
  readonly locateLine: (position: TextPosition, pointer: string) => Location;
  /** Some offsets of the text as a place. */
  readonly locateSpan: (span: { readonly start: number; readonly end: number }, pointer: string) => Location;
  /** The value of a pointer, for a fix; undefined where its end is not certain. */
  readonly spanOf: (pointer: string) => ValueSpan | undefined;
  /** What was read at a pointer; undefined where it names nothing, or the content was not given. */
  readonly valueAt: (pointer: string) => unknown;
  /** The key of a pointer with its quotes, for a fix. */
  readonly keySpanOf: (pointer: string) => { readonly start: number; readonly end: number } | undefined;
}

export interface SourceTextInput {
  readonly file: string;
  readonly text: string;
  /** Finds where a pointer's value begins; lines are counted after a byte order mark. */
  readonly locate?: ((pointer: string) => TextPosition | undefined) | undefined;
  /** The parsed content; absent for JSON whose values are not needed. */
  readonly document?: unknown;
  /** False when offsets do not hold: characters were replaced before the text was read, or its format tells no places. Default true. */
  readonly isExact?: boolean | undefined;
}

/** Makes a text searchable by pointer; nothing is computed before it is asked for. */
export function createSourceText(input: SourceTextInput): SourceText {
  const { file, text, document, isExact = true } = input;
  const lines = createLineIndex(text, /^\uFEFF*/.exec(text)?.[0].length ?? 0);
  const rangeOf = ({ start, end }: { readonly start: number; readonly end: number }): TextRange => {
    const last = lines.positionAt(end);
    return { ...lines.positionAt(start), endLine: last.line, endColumn: last.column };
  };
  const startOf = (pointer: string): number | undefined => {
    const position = input.locate?.(pointer);
    return position && lines.offsetAt(position);
  };
  const findSpan = (pointer: string): ValueSpan | undefined => {
    const start = startOf(pointer);
    return start === undefined ? undefined : findValueSpan(text, start, resolvePointer(document, pointer));
  };
  const keySpanOf = (pointer: string) => {
    const start = isExact ? startOf(pointer) : undefined;
    return start === undefined ? undefined : findKeySpan(text, start, parsePointer(pointer)?.at(-1) ?? '');
  };
  const at = (span: { readonly start: number; readonly end: number }, pointer: string): Location => ({
    file,
    pointer,
    ...rangeOf(span),
  });
  const locate = (pointer: string): Location => at(firstLines(text, findSpan(pointer)), pointer);
  return {
    file,
    text,
    locate,
    locateKey(pointer) {
      const span = keySpanOf(pointer);
      return span === undefined ? locate(pointer) : at(span, pointer);
    },
    locateLine(position, pointer) {
      const start = lines.offsetAt(position);
      return at({ start, end: lines.lineEndAt(start) }, pointer);
    },
    locateSpan: at,
    spanOf(pointer) {
      const span = isExact ? findSpan(pointer) : undefined;
      const isNamed = pointer === '' || resolvePointer(document, pointer) !== undefined || document === undefined;
      return span === undefined || span.style === 'partial' || !isNamed ? undefined : span;
    },
    valueAt: (pointer) => resolvePointer(document, pointer),
    keySpanOf,
  };
}

/** A finding on a long value points at its beginning, not at a screen of text. */
function firstLines(text: string, span: ValueSpan | undefined): { readonly start: number; readonly end: number } {
  if (span === undefined) return { start: 0, end: 0 };
  const newline = text.slice(span.start, span.end).search(/\r?\n/);
  return newline === -1 ? span : { start: span.start, end: span.start + newline };
}

/** The key before a value, when only a colon and white space are between them. */
function findKeySpan(
  text: string,
  valueStart: number,
  key: string,
): { readonly start: number; readonly end: number } | undefined {
  const colon = backOver(text, valueStart);
  if (text[colon - 1] !== ':') return undefined;
  const end = backOver(text, colon - 1);
  const forms = [JSON.stringify(key), `'${key.replaceAll("'", "''")}'`, key];
  const form = forms.find(
    (candidate) => candidate !== '' && text.slice(Math.max(0, end - candidate.length), end) === candidate,
  );
  return form === undefined ? undefined : { start: end - form.length, end };
}

/** Where the blanks before a place begin. */
export function backOver(text: string, from: number): number {
  let at = from;
  while (at > 0 && /\s/.test(text[at - 1] ?? '')) at--;
  return at;
}
