import { type Command, forEachChild, type Redirect, type SyntaxNode } from 'unbash';

/** @internal Part of a text, in UTF-16 code units. */
export interface TextRange {
  readonly pos: number;
  readonly end: number;
}

/** @internal Lists the parts of a command in which operators are only text: quotes, escapes, here-documents, `/dev/null`. */
export function inertRanges(command: Command, source: string): readonly TextRange[] {
  const ranges: TextRange[] = [];
  const visit = (node: SyntaxNode): void => {
    if (isLiteral(node)) ranges.push(node);
    else if (node.type === 'Redirect' && isInert(node)) ranges.push(node);
    else if (node.type === 'HereDocBody') ranges.push(...aroundExpansions(node, node.parts ?? []));
    else if (node.type === 'DoubleQuoted' || node.type === 'LocaleString')
      ranges.push(...aroundExpansions(node, node.parts));
    else if (node.type === 'Word' && node.parts === undefined && /\\/.test(source.slice(node.pos, node.end)))
      ranges.push(node);
    forEachChild(node, visit);
  };
  forEachChild(command, visit);
  return ranges;
}

function isLiteral(node: SyntaxNode): boolean {
  return node.type === 'Literal' || node.type === 'SingleQuoted' || node.type === 'AnsiCQuoted';
}

/** Blanks and text between expansions. */
function aroundExpansions(whole: TextRange, parts: readonly (TextRange & { readonly type: string })[]): TextRange[] {
  const ranges: TextRange[] = [];
  let { pos } = whole;
  for (const part of parts) {
    if (part.type === 'Literal') continue;
    ranges.push({ pos, end: part.pos });
    pos = part.end;
  }
  return [...ranges, { pos, end: whole.end }];
}

/** True for a redirection that cannot touch a file. */
function isInert({ operator, target }: Redirect): boolean {
  if (target === undefined) return false;
  if (operator === '>&' || operator === '<&') return /^(?:\d+|-)$/.test(target.text);
  return operator !== '<>' && target.text === '/dev/null';
}
