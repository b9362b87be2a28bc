import { jsonPointer } from '@modegate/json';
import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { maxDepth, maxTokens } from './read-limits.ts';
import { type BrokenText, type ReadText, tooDeep, tooMany } from './read-result.ts';
import { type DuplicateKey, listNode, mapNode, scalarNode, type TextNode, type WrittenField } from './text-node.ts';

/** Parses JSON with comments and trailing commas. Never throws. */
export function readJson(text: string): ReadText | BrokenText {
  const excess = findExcess(text);
  if (excess !== undefined) return excess;
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (tree === undefined || first !== undefined) {
    const detail = first === undefined ? 'no value' : inWords(printParseErrorCode(first.error));
    return { state: 'broken', code: 'FILE_SYNTAX', format: 'json', detail, offset: first?.offset ?? 0 };
  }
  const duplicates: DuplicateKey[] = [];
  const root = convert(tree, { path: [], duplicates });
  return { state: 'read', format: 'json', text, root, duplicates };
}

interface Conversion {
  readonly path: (string | number)[];
  readonly duplicates: DuplicateKey[];
}

function convert(node: Node, state: Conversion): TextNode {
  const { offset: start } = node;
  const end = start + node.length;
  if (node.type === 'object') return mapNode(convertFields(node, state), { start, end, style: 'flow' });
  if (node.type !== 'array')
    return scalarNode(node.value, { start, end, style: node.type === 'string' ? 'double' : 'plain' });
  const items = (node.children ?? []).map((child, index) => within(state, index, () => convert(child, state)));
  const marks = items.map((item) => item.start);
  return listNode(items, marks, { start, end, style: 'flow' });
}

function convertFields(node: Node, state: Conversion): readonly WrittenField[] {
  const seen = new Set<string>();
  return (node.children ?? []).flatMap((property) => {
    const [keyNode, valueNode] = property.children ?? [];
    if (keyNode === undefined || valueNode === undefined) return [];
    const key = String(keyNode.value);
    const start = keyNode.offset;
    if (seen.has(key)) state.duplicates.push({ key, offset: start, pointer: jsonPointer(...state.path, key) });
    seen.add(key);
    const valueAt = (property.colonOffset ?? start) + 1;
    return [{ key, start, valueAt, node: within(state, key, () => convert(valueNode, state)) }];
  });
}

function within<Result>(state: Conversion, segment: string | number, run: () => Result): Result {
  state.path.push(segment);
  const result = run();
  state.path.pop();
  return result;
}

/** Token kinds of the scanner; its own enum is an ambient const enum, which isolated modules cannot use. */
const token = { openBrace: 1, openBracket: 3, end: 17 };

// The parser is recursive and its tree is large, so depth and size are checked first. An unmatched closing bracket is
// not counted, because the parser skips it and stays on the same level.
function findExcess(text: string): BrokenText | undefined {
  const scanner = createScanner(text, true);
  const open: number[] = [];
  let count = 0;
  for (let kind: number = scanner.scan(); kind !== token.end; kind = scanner.scan()) {
    if (kind === token.openBrace || kind === token.openBracket) open.push(kind + 1);
    else if (kind === open.at(-1)) open.pop();
    if (open.length > maxDepth) return tooDeep('json', scanner.getTokenOffset());
    count++;
    if (count > maxTokens) return tooMany('json', scanner.getTokenOffset());
  }
  return undefined;
}

/** Turns an error name such as `CommaExpected` into `comma expected`. */
function inWords(errorName: string): string {
  return errorName.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
