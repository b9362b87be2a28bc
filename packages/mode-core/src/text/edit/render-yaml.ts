import { Document, isCollection, isScalar, type Node, Scalar, type ToStringOptions, visit } from 'yaml';
import type { ScalarStyle } from '../read/text-node.ts';

/** Layout of YAML text. */
export interface BlockLayout {
  readonly text: string;
  readonly eol: '\n' | '\r\n';
  /** Number of columns per level. */
  readonly step: number;
  /** True if the dashes of a list are indented more deeply than the list's key. */
  readonly indentsLists: boolean;
  /** If true, writes all text in double quotes, which preserve every character. Default false. */
  readonly isCareful?: boolean;
}

/** Style of the value to be replaced. */
export interface StyleHint {
  readonly scalar?: ScalarStyle | undefined;
  readonly isFlow?: boolean | undefined;
}

/** Renders `value` as lines of block YAML from column 0; the last line has no line ending. */
export function renderYaml(layout: BlockLayout, value: unknown): readonly string[] {
  return print(layout, createDocument(layout, value));
}

/** Renders a field as lines of block YAML, in the style of the value that it replaces. */
export function renderField(
  layout: BlockLayout,
  [key, value]: readonly [string, unknown],
  hint: StyleHint = {},
): readonly string[] {
  const document = createDocument(layout, { [key]: value });
  applyHint(document.get(key, true), hint);
  return print(layout, document);
}

/** Joins lines with an indentation; `first` determines whether the first line is indented too. */
export function indentLines(
  { eol }: BlockLayout,
  lines: readonly string[],
  { indent, first }: { readonly indent: string; readonly first: boolean },
): string {
  return lines.map((line, index) => (line === '' || (index === 0 && !first) ? line : indent + line)).join(eol);
}

// Quotes text that YAML 1.1 parsers would not interpret as text (`yes`, `on`, `1_000`).
const documentOptions = { version: '1.2', schema: 'core', compat: 'yaml-1.1' } as const;

function createDocument({ isCareful = false }: BlockLayout, value: unknown): Document {
  const document = new Document(value, { ...documentOptions, aliasDuplicateObjects: false });
  visit(document, {
    Scalar(position, node) {
      if (typeof node.value !== 'string' || (position === 'key' && /^\w+$/.test(node.value))) return;
      if (isCareful || needsQuotes(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document;
}

/**
 * True if quotes are the only suitable style for the text: a block scalar is used only for lines that start with a
 * letter and end with at most one line break.
 */
function needsQuotes(text: string): boolean {
  return needsEscapes.test(text) || (text.includes('\n') && /^\s|\n[ \t]+(?:\n|$)|\n\n$/.test(text));
}

// Carriage returns and separators are preserved only in double quotes, and lone surrogates are not preserved in a file.
const needsEscapes = /[^\P{C}\n\t\p{Cf}]|[\u0085\u2028\u2029\uFEFF]/u;

function applyHint(node: unknown, hint: StyleHint): void {
  if (isCollection(node) && hint.isFlow === true) node.flow = true;
  if (!isScalar(node) || typeof node.value !== 'string' || node.type === Scalar.QUOTE_DOUBLE) return;
  const style = hint.scalar ?? 'plain';
  if (style === 'double') node.type = Scalar.QUOTE_DOUBLE;
  else if (style === 'folded') node.type = Scalar.BLOCK_FOLDED;
  else if (style === 'literal' || node.value.includes('\n')) node.type = Scalar.BLOCK_LITERAL;
  else if (style === 'single') node.type = Scalar.QUOTE_SINGLE;
}

function print({ step, indentsLists }: BlockLayout, document: Document<Node>): readonly string[] {
  const options: ToStringOptions = {
    lineWidth: 0,
    indent: step,
    indentSeq: indentsLists,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  };
  return document.toString(options).replace(/\n$/, '').split('\n');
}
