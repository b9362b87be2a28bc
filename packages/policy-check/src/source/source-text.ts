import { createLineIndex, parsePointer, resolvePointer, type TextPosition } from '@modegate/json';
import type { Location, TextRange, TextSpan } from './location.ts';
import { findValueSpan, type ValueSpan } from './value-span.ts';

/** The text of a file, in which JSON pointers can be located. */
export interface SourceText {
  readonly file: string;
  /** The original text, including a byte order mark. */
  readonly text: string;
  /**
   * Returns the location of a pointer's value (for a block, its first line), or of its nearest existing parent if the
   * pointer does not lead to a value.
   */
  readonly locate: (pointer: string) => Location;
  /** Returns the location of a pointer's key, or of its value if there is no key to point at. */
  readonly locateKey: (pointer: string) => Location;
  /** Returns the location that extends from a position to the end of its line. */
  readonly locateLine: (position: TextPosition, pointer: string) => Location;
  /** Returns the location of a span of offsets in the text. */
  readonly locateSpan: (span: TextSpan, pointer: string) => Location;
  /** Returns the span of a pointer's value, for a fix; undefined if its end is uncertain. */
  readonly spanOf: (pointer: string) => ValueSpan | undefined;
  /**
   * Returns the value that was read at a pointer; undefined if there is no such value, or if the content was not
   * provided.
   */
  readonly valueAt: (pointer: string) => unknown;
  /** Returns the span of a pointer's key with its quotes, for a fix. */
  readonly keySpanOf: (pointer: string) => TextSpan | undefined;
}

export interface SourceTextInput {
  readonly file: string;
  readonly text: string;
  /** Finds the start of a pointer's value; the position does not count a byte order mark. */
  readonly locate?: ((pointer: string) => TextPosition | undefined) | undefined;
  /** The parsed content; absent for JSON whose values are not needed. */
  readonly document?: unknown;
  /**
   * False if offsets are unreliable: characters were replaced before the text was read, or its format reports no
   * locations. Default true.
   */
  readonly isExact?: boolean | undefined;
}

/** Prepares text for searches by pointer; computes nothing until it is needed. */
export function createSourceText(input: SourceTextInput): SourceText {
  const { file, text, document, isExact = true } = input;
  const lines = createLineIndex(text, /^\uFEFF*/.exec(text)?.[0].length ?? 0);
  const rangeOf = ({ start, end }: TextSpan): TextRange => {
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
  const at = (span: TextSpan, pointer: string): Location => ({ file, pointer, ...rangeOf(span) });
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

/** A finding about a long value points at its beginning, not at a screenful of text. */
function firstLines(text: string, span: ValueSpan | undefined): TextSpan {
  if (span === undefined) return { start: 0, end: 0 };
  const newline = text.slice(span.start, span.end).search(/\r?\n/);
  return newline === -1 ? span : { start: span.start, end: span.start + newline };
}

/** Finds the key before a value, if only a colon and white space separate the two. */
function findKeySpan(text: string, valueStart: number, key: string): TextSpan | undefined {
  const colon = backOver(text, valueStart);
  if (text[colon - 1] !== ':') return undefined;
  const end = backOver(text, colon - 1);
  const forms = [JSON.stringify(key), `'${key.replaceAll("'", "''")}'`, key];
  const form = forms.find(
    (candidate) => candidate !== '' && text.slice(Math.max(0, end - candidate.length), end) === candidate,
  );
  return form === undefined ? undefined : { start: end - form.length, end };
}

/** Returns the start of the run of spaces that ends at an offset. */
export function backOver(text: string, from: number): number {
  let at = from;
  while (at > 0 && /\s/.test(text[at - 1] ?? '')) at--;
  return at;
}
