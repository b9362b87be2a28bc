import type { TextPosition } from '@modegate/json';
import { isBlankJson, jsonValueOf, offsetsOfExtensions, parseJsonText } from './json-text.ts';

/** Use of syntax that plain JSON does not have. */
export interface JsonFault extends TextPosition {
  readonly kind: 'mark' | 'comment' | 'trailing-comma' | 'syntax';
  /** Name of the syntax, such as 'a comment'. */
  readonly detail: string;
}

/** Text parsed as JSON with comments and trailing commas, along with its deviations from plain JSON. */
export interface LooseJson {
  /** Undefined if the text is broken or blank. */
  readonly value: unknown;
  /** Deviations, in text order. */
  readonly faults: readonly JsonFault[];
  /** Returns the position of the value at a JSON pointer. */
  readonly locate: (pointer: string) => TextPosition | undefined;
}

/** Reads another program's settings file and reports syntax that a stricter parser rejects. Never throws. */
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
