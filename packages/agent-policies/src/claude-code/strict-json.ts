import { createLineIndex, isJsonObject, type TextPosition } from '@modegate/json';
import { findNodeAtLocation, type Node, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';

/** A JSON text that `JSON.parse` accepts, with the positions of its values. */
export interface StrictJson {
  readonly value: unknown;
  /**
   * Returns the line and column of the value at a path; if there is no such value, returns those of the nearest
   * enclosing value.
   */
  readonly positionOf: (path: readonly (string | number)[]) => TextPosition;
}

/** Reason why `JSON.parse` rejects the text, and the position of the fault. */
export interface StrictJsonFault extends TextPosition {
  /** True for a comment, false for any other fault. */
  readonly isComment: boolean;
  readonly description: string;
}

/** Reads a JSON text in the same way as `JSON.parse`, skipping a byte order mark. */
export function readStrictJson(source: string): StrictJson | StrictJsonFault {
  const text = source.replace(/^\uFEFF/, '');
  const lines = createLineIndex(text);
  try {
    const value: unknown = JSON.parse(text);
    const root = parseTree(text);
    return { value, positionOf: (path) => lines.positionAt(offsetOf(root, path)) };
  } catch {
    return findFault(text, lines.positionAt);
  }
}

function offsetOf(root: Node | undefined, path: readonly (string | number)[]): number {
  if (root === undefined) return 0;
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node !== undefined) return node.offset;
  }
  return root.offset;
}

function findFault(text: string, positionAt: (offset: number) => TextPosition): StrictJsonFault {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  } catch {
    return { ...positionAt(0), isComment: false, description: 'too many nested values' };
  }
  const [first] = errors;
  if (first === undefined) return { ...positionAt(0), isComment: false, description: 'no JSON' };
  const name = printParseErrorCode(first.error);
  const place = positionAt(first.offset);
  if (name === 'InvalidCommentToken') return { ...place, isComment: true, description: 'a comment' };
  return { ...place, isComment: false, description: describe(text, first) };
}

function describe(text: string, { offset }: ParseError): string {
  if (/,\s*$/.test(text.slice(Math.max(0, offset - 200), offset)) && /[\]}]/.test(text.charAt(offset)))
    return 'a comma after the last value';
  const found = text.slice(offset, offset + 20).split('\n')[0] ?? '';
  return found === '' ? 'an early end' : `unexpected text '${found}'`;
}

/** Returns the value at a path of keys; undefined if there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => (isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), value);
}
