import { createLineIndex, parsePointer, type TextPosition } from '@modegate/json';
import { createScanner, getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { ConfigProblemCode } from '../config-problem.ts';

/** Maximum size of a configuration file's text, in bytes of UTF-8 and in UTF-16 units. */
export const MAX_CONFIG_BYTES = 4 * 1024 * 1024;

/** Maximum nesting depth; text that is nested more deeply is rejected before a recursive parser reads it. */
export const MAX_CONFIG_DEPTH = 100;

const MAX_REPORTED_SYNTAX_ERRORS = 10;
const BYTE_ORDER_MARK = '\uFEFF';

/** A parsed JSON text with the positions of its values. */
export interface ParsedJsonText {
  readonly state: 'parsed';
  /** The text without its byte order mark; offsets are measured from its start. */
  readonly text: string;
  readonly byteOrderMark: boolean;
  readonly root: Node;
  /**
   * Offset of the first construct that JSON.parse rejects: a comment or trailing comma, or 0 for the byte order mark.
   */
  readonly notPlainAt: number | undefined;
  readonly positionAt: (offset: number) => TextPosition;
  readonly locate: (pointer: string) => TextPosition | undefined;
}

/** A JSON text that could not be parsed. */
export interface BrokenJsonText {
  readonly state: 'broken';
  /** Expected format. Default JSON. */
  readonly format?: string;
  readonly code: Extract<ConfigProblemCode, 'FILE_EMPTY' | 'FILE_TOO_LARGE' | 'SYNTAX_ERROR' | 'NESTING_TOO_DEEP'>;
  readonly errors: readonly (TextPosition & { readonly detail: string })[];
}

/** Parses JSON with comments, trailing commas and a byte order mark. Never throws. */
export function parseJsonText(input: string): ParsedJsonText | BrokenJsonText {
  const byteOrderMark = input.startsWith(BYTE_ORDER_MARK);
  const text = byteOrderMark ? input.slice(1) : input;
  if (text.length > MAX_CONFIG_BYTES) return broken('FILE_TOO_LARGE', text, [{ offset: 0, detail: 'too large' }]);
  const tooDeepAt = offsetOfTooDeepNesting(text);
  if (tooDeepAt !== undefined) return broken('NESTING_TOO_DEEP', text, [{ offset: tooDeepAt, detail: 'too deep' }]);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  if (errors.length > 0) {
    const reported = errors
      .slice(0, MAX_REPORTED_SYNTAX_ERRORS)
      .map(({ offset, error }) => ({ offset, detail: inWords(printParseErrorCode(error)) }));
    return broken('SYNTAX_ERROR', text, reported);
  }
  if (root === undefined) return broken('FILE_EMPTY', text, [{ offset: 0, detail: 'empty' }]);
  return parsed({ text, byteOrderMark, root });
}

/** True if the text contains no value. JSON recognises fewer white-space characters than `trim` removes. */
export function isBlankJson(text: string): boolean {
  return /^\uFEFF?[ \t\r\n]*$/.test(text);
}

/** Returns the value of a node; objects have no prototype, so `__proto__` is a key like any other. */
export function jsonValueOf(node: Node): unknown {
  return getNodeValue(node);
}

/** A property of an object node. */
export interface JsonProperty {
  readonly key: string;
  readonly keyNode: Node;
  readonly valueNode: Node;
}

/** Returns the properties of a node in file order; empty if the node is not an object. */
export function propertiesOf(node: Node | undefined): readonly JsonProperty[] {
  if (node?.type !== 'object') return [];
  return (node.children ?? []).flatMap((property) => toProperty(property) ?? []);
}

/** Returns the property with a key; if there are several such properties, returns the last one, as in JSON.parse. */
export function propertyOf(node: Node | undefined, key: string): JsonProperty | undefined {
  if (node?.type !== 'object') return undefined;
  const property = node.children?.findLast((child) => child.children?.[0]?.value === key);
  return property === undefined ? undefined : toProperty(property);
}

function toProperty(property: Node): JsonProperty | undefined {
  const [keyNode, valueNode] = property.children ?? [];
  if (keyNode === undefined || valueNode === undefined) return undefined;
  return { key: String(keyNode.value), keyNode, valueNode };
}

function parsed(source: Pick<ParsedJsonText, 'text' | 'byteOrderMark' | 'root'>): ParsedJsonText {
  const { positionAt } = createLineIndex(source.text);
  return {
    state: 'parsed',
    ...source,
    notPlainAt: source.byteOrderMark ? 0 : offsetsOfExtensions(source.text)[0]?.offset,
    positionAt,
    locate(pointer) {
      const path = parsePointer(pointer);
      const node = path === undefined ? undefined : nodeAt(source.root, path);
      return node === undefined ? undefined : positionAt(node.offset);
    },
  };
}

/** Returns the value at a path of keys and indexes. */
export function nodeAt(root: Node, path: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const segment of path) {
    if (node?.type === 'array') node = /^(0|[1-9]\d*)$/.test(segment) ? node.children?.[Number(segment)] : undefined;
    else node = propertyOf(node, segment)?.valueNode;
  }
  return node;
}

function broken(
  code: BrokenJsonText['code'],
  text: string,
  errors: readonly { readonly offset: number; readonly detail: string }[],
): BrokenJsonText {
  const { positionAt } = createLineIndex(text.slice(0, MAX_CONFIG_BYTES));
  return {
    state: 'broken',
    code,
    errors: errors.map(({ offset, detail }) => ({ ...positionAt(offset), detail })),
  };
}

/** Token kinds of jsonc-parser's scanner; its own enum is ambient and const, which isolated modules cannot use. */
const TOKEN = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, comma: 5, line: 12, block: 13, end: 17 };

// An unmatched closing bracket is ignored, because the parser skips it without leaving the level.
function offsetOfTooDeepNesting(text: string): number | undefined {
  const scanner = createScanner(text, true);
  const open: number[] = [];
  for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    if (token === TOKEN.openBrace || token === TOKEN.openBracket) open.push(token + 1);
    else if (token === open.at(-1)) open.pop();
    if (open.length > MAX_CONFIG_DEPTH) return scanner.getTokenOffset();
  }
  return undefined;
}

/** Returns the offsets of syntax that plain JSON does not have. */
export function offsetsOfExtensions(
  text: string,
): readonly { readonly offset: number; readonly kind: 'comment' | 'trailing-comma' }[] {
  const scanner = createScanner(text, false);
  const found: { offset: number; kind: 'comment' | 'trailing-comma' }[] = [];
  let commaAt: number | undefined;
  for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    const offset = scanner.getTokenOffset();
    if (token === TOKEN.line || token === TOKEN.block) found.push({ offset, kind: 'comment' });
    else if (token === TOKEN.comma) commaAt = offset;
    else if (token < TOKEN.line) {
      const isEnd = token === TOKEN.closeBrace || token === TOKEN.closeBracket;
      if (commaAt !== undefined && isEnd) found.push({ offset: commaAt, kind: 'trailing-comma' });
      commaAt = undefined;
    }
  }
  return found.toSorted((one, other) => one.offset - other.offset);
}

function inWords(errorName: string): string {
  return errorName.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
