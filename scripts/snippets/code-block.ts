import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.ts';

/** One fenced block of a document. */
export interface CodeBlock {
  /** Of the document, relative to the checkout, with forward slashes. */
  readonly document: string;
  /** Of the first line of code, from 1. */
  readonly line: number;
  /** The first word after the fence, `ts`; empty when there is none. */
  readonly language: string;
  /** The words after the language: `fragment`, `norun`, `file=.roomodes`. */
  readonly marks: readonly string[];
  readonly text: string;
}

/** Every fenced block of a document. */
export function codeBlocks(document: string): readonly CodeBlock[] {
  return parseBlocks(document, readFileSync(join(root, document), 'utf8'));
}

const opening = /^(?<indent> *)(?<fence>`{3,}|~{3,})(?<info>[^`]*)$/;

/** The fenced blocks of a text, which carry the name of its document. */
export function parseBlocks(document: string, markdown: string): readonly CodeBlock[] {
  const lines = markdown.split(/\r?\n/);
  const blocks: CodeBlock[] = [];
  for (let at = 0; at < lines.length; at++) {
    const { indent = '', fence, info = '' } = opening.exec(lines[at] ?? '')?.groups ?? {};
    if (fence === undefined) continue;
    const [language = '', ...marks] = info.trim().split(/\s+/);
    const first = at + 1;
    at = closingLine(lines, first, fence);
    // A block in a list is indented as its item is.
    const text = lines.slice(first, at).map((line) => line.replace(new RegExp(`^ {0,${indent.length}}`), ''));
    blocks.push({ document, line: first + 1, language, marks, text: text.join('\n') });
  }
  return blocks;
}

function closingLine(lines: readonly string[], first: number, fence: string): number {
  const end = lines.findIndex(
    (line, index) => index >= first && line.trim().startsWith(fence) && /^[`~]+$/.test(line.trim()),
  );
  return end === -1 ? lines.length : end;
}
