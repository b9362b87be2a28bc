import type { TextPosition } from '@modegate/json';
import { isBlankJson, jsonValueOf, offsetsOfExtensions, parseJsonText } from './json-text.ts';

/** Something that plain JSON does not have. */
export interface JsonFault extends TextPosition {
  readonly kind: 'mark' | 'comment' | 'trailing-comma' | 'syntax';
  /** What is there, such as 'a comment'. */
  readonly detail: string;
}

/** A text that was read as JSON with comments and trailing commas, and what in it plain JSON does not have. */
export interface LooseJson {
  /** Undefined where the text is broken or blank. */
  readonly value: unknown;
  /** In the order of the text. */
  readonly faults: readonly JsonFault[];
  /** Where the value of a JSON pointer is. */
  readonly locate: (pointer: string) => TextPosition | undefined;
}

/** Reads a settings file of another program, and tells what a stricter reader would stumble over. Never throws. */
export function readLooseJson(text: string): LooseJson {
  const document = parseJsonText(text);
  const nowhere = () => undefined;
  if (document.state === 'broken') {
    const found = isBlankJson(text) ? [{ line: 1, column: 1, detail: 'nothing' }] : document.errors;
    const faults = found.map((error) => ({ ...error, kind: 'syntax' as const }));
    return { value: undefined, faults, locate: nowhere };
  }
  const mark = document.byteOrderMark
    ? [{ line: 1, column: 1, kind: 'mark', detail: 'a byte order mark' } as const]
    : [];
  const faults = offsetsOfExtensions(document.text).map(({ offset, kind }) => ({
    ...document.positionAt(offset),
    kind,
    detail: kind === 'comment' ? 'a comment' : 'a trailing comma',
  }));
  return { value: jsonValueOf(document.root), faults: [...mark, ...faults], locate: document.locate };
}
