import { globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCommand } from '../run-command.ts';
import { root, workspacePackages } from '../workspace.ts';
import type { CodeBlock } from './code-block.ts';

/** A program of a document, written to a folder of its own. */
export interface Snippet {
  readonly block: CodeBlock;
  /** The folder that it runs in, which holds the files that the document names before it. */
  readonly folder: string;
  readonly file: string;
}

const extensions: Readonly<Record<string, string>> = {
  ts: 'ts',
  typescript: 'ts',
  js: 'mjs',
  javascript: 'mjs',
  mjs: 'mjs',
};

/** Whether a block is a program: TypeScript or JavaScript. */
export function isProgram({ language }: CodeBlock): boolean {
  return extensions[language] !== undefined;
}

/** Writes a block to a new folder; the empty lines before it make the compiler name the line of the document. */
export function writeSnippet(block: CodeBlock, earlier: readonly CodeBlock[], into: string): Snippet {
  const name = `${block.document.replace(/\W+/g, '-')}-${block.line}`;
  const folder = join(into, name);
  mkdirSync(folder);
  for (const { marks, text } of earlier) {
    const path = marks.find((mark) => mark.startsWith('file='))?.slice('file='.length);
    if (path === undefined) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  }
  const file = join(folder, `snippet.${extensions[block.language] ?? 'ts'}`);
  writeFileSync(file, `${'\n'.repeat(block.line - 1)}${block.text}\n`);
  return { block, folder, file };
}

/** Makes the packages of the workspace, and what they depend on, importable by name from a folder. */
export function linkPackages(into: string): void {
  writeFileSync(join(into, 'package.json'), '{ "type": "module" }');
  const modules = join(into, 'node_modules');
  const targets = workspacePackages().flatMap(({ folder, manifest }): (readonly [name: string, target: string])[] => [
    [manifest.name, folder],
    ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
      .filter((name) => !name.startsWith('@modegate/'))
      .map((name) => [name, join(folder, 'node_modules', name)] as const),
  ]);
  // A document may show a test.
  const vitest = ['vitest', join(root, 'node_modules/vitest')] as const;
  for (const [name, target] of new Map([...targets, vitest])) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(target, join(modules, name), 'junction');
  }
}

/** What the compiler says of all snippets, in terms of the documents. */
export function compileFailures(snippets: readonly Snippet[], into: string): readonly string[] {
  if (snippets.length === 0) return [];
  const files = snippets.map(({ file }) => file);
  writeFileSync(join(into, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const { passed, output } = runCommand('tsc', ['-p', 'tsconfig.json', '--pretty', 'false'], { cwd: into });
  if (passed) return [];
  const readable = snippets.reduce((text, { block, file }) => {
    const shown = globSync('*/snippet.*', { cwd: into }).find((path) => join(into, path) === file) ?? file;
    return text.replaceAll(shown.replaceAll('\\', '/'), block.document);
  }, output);
  return [readable];
}

const compilerOptions = {
  target: 'es2023',
  module: 'nodenext',
  moduleDetection: 'force',
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  allowJs: true,
  checkJs: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
};
