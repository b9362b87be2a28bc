import { type Command, forEachChild, type Redirect, type SyntaxNode } from 'unbash';

/** @internal A range of text, in UTF-16 code units. */
export interface ShellRange {
  readonly pos: number;
  readonly end: number;
}

/**
 * @internal Lists the parts of a command in which operators are only text: quoted text, escapes, here-documents,
 * `/dev/null`.
 */
export function inertRanges(command: Command, source: string): readonly ShellRange[] {
  const ranges: ShellRange[] = [];
  const visit = (node: SyntaxNode): void => {
    if (isLiteral(node)) ranges.push(node);
    else if (node.type === 'Redirect' && isInert(node)) ranges.push(node);
    else if (node.type === 'HereDocBody')
      // The surrounding line ends are included.
      ranges.push(...aroundExpansions({ pos: node.pos - 1, end: node.end + 1 }, node.parts ?? []));
    else if (node.type === 'DoubleQuoted' || node.type === 'LocaleString')
      ranges.push(
        ...aroundExpansions({ pos: node.pos, end: node.end - (endsInDollar(node, source) ? 2 : 0) }, node.parts),
      );
    else if (node.type === 'Word' && node.parts === undefined && /\\/.test(source.slice(node.pos, node.end)))
      ranges.push(node);
    const isQuoted = node.type === 'DoubleQuoted' || node.type === 'LocaleString' || node.type === 'HereDocBody';
    forEachChild(node, (child) => {
      if (!isQuoted || child.type !== 'Literal') visit(child);
    });
  };
  forEachChild(command, visit);
  return ranges;
}

/** True for a dollar sign before the closing quote; the grammar interprets such a dollar sign as an operator. */
function endsInDollar({ end }: ShellRange, source: string): boolean {
  return source.slice(end - 2, end) === '$"';
}

function isLiteral(node: SyntaxNode): boolean {
  return node.type === 'Literal' || node.type === 'SingleQuoted' || node.type === 'AnsiCQuoted';
}

/** Returns the ranges of text between expansions. */
function aroundExpansions(whole: ShellRange, parts: readonly (ShellRange & { readonly type: string })[]): ShellRange[] {
  const ranges: ShellRange[] = [];
  let { pos } = whole;
  for (const part of parts) {
    if (part.type === 'Literal') continue;
    ranges.push({ pos, end: part.pos });
    pos = part.end;
  }
  return [...ranges, { pos, end: whole.end }];
}

/** True for a redirection that cannot affect any file. */
function isInert({ operator, target }: Redirect): boolean {
  if (target === undefined) return false;
  if (operator === '>&' || operator === '<&') return /^(?:\d+|-)$/.test(target.text);
  return operator !== '<>' && target.text === '/dev/null';
}
