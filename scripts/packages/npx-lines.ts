import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseBlocks } from '../snippets/code-block.ts';
import { root } from '../workspace.ts';

/** A command of a document that starts with `npx`. */
export interface NpxLine {
  /** Relative to the checkout, with forward slashes. */
  readonly document: string;
  /** From 1. */
  readonly line: number;
  /** As a shell reads it, without a comment at its end. */
  readonly text: string;
}

const documents = [
  'README.md',
  'docs/*.md',
  'docs/hooks/*.md',
  '{packages,apps,editors}/*/README.md',
  'examples/**/README.md',
  'deploy/**/*.md',
];

/** Every `npx` line of the documents, in their order: in blocks, in the text, and as a server entry of a client's file. */
export function npxLines(): readonly NpxLine[] {
  const exclude = (path: string) => /(^|[\\/])node_modules$/.test(path);
  const paths = globSync(documents, { cwd: root, exclude }).map((path) => path.replaceAll('\\', '/'));
  return paths.toSorted().flatMap((document) => linesOf(document, readFileSync(join(root, document), 'utf8')));
}

/** The `npx` lines of one document. */
export function linesOf(document: string, markdown: string): readonly NpxLine[] {
  const found = [
    ...blockLines(document, markdown),
    ...spanLines(document, markdown),
    ...entryLines(document, markdown),
  ];
  return found.toSorted((a, b) => a.line - b.line);
}

const commandPattern = /(?:^|&& )(?<text>npx -y .*)$/;

function blockLines(document: string, markdown: string): readonly NpxLine[] {
  return parseBlocks(document, markdown).flatMap(({ line, text }) =>
    text.split('\n').flatMap((row, index) => {
      const command = commandPattern.exec(row.replace(/^\$ /, '').replace(/\s+#.*$/, ''))?.groups?.text;
      return command === undefined ? [] : [{ document, line: line + index, text: command }];
    }),
  );
}

/** In backquotes: a command, which names more than the package manager. */
function spanLines(document: string, markdown: string): readonly NpxLine[] {
  return [...markdown.matchAll(/`(npx -y @[^`\n]+)`/g)].map(({ index, 1: text = '' }) => ({
    document,
    line: lineAt(markdown, index),
    text,
  }));
}

function entryLines(document: string, markdown: string): readonly NpxLine[] {
  return [...markdown.matchAll(/"command": "npx",\s*"args": (\[[^\]]*\])/g)].map(({ index, 1: args = '[]' }) => ({
    document,
    line: lineAt(markdown, index),
    text: ['npx', ...(JSON.parse(args) as readonly string[])].join(' '),
  }));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
