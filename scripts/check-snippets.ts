// Compiles and runs the programs of the documents, and parses their data. The marks are explained in CONTRIBUTING.md.
import { globSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { finish } from './failures.ts';
import { runCommand } from './run-command.ts';
import { type CodeBlock, codeBlocks } from './snippets/code-block.ts';
import { dataFailures } from './snippets/data-failures.ts';
import { compileFailures, isProgram, linkPackages, type Snippet, writeSnippet } from './snippets/snippet-folder.ts';
import { root } from './workspace.ts';

const marks = ['fragment', 'norun'];

// The real path, because the compiler names files by it and a temporary folder may be a link.
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'modegate-snippets-')));
try {
  linkPackages(folder);
  const documents = globSync(['README.md', '{packages,apps,examples}/*/README.md', 'docs/*.md'], { cwd: root });
  const blocks = documents.map((path) => codeBlocks(path.replaceAll('\\', '/')));
  const snippets = blocks.flatMap((ofDocument) => programs(ofDocument));
  const runnable = snippets.filter(({ block }) => !block.marks.includes('norun'));
  const failures = [
    ...blocks.flat().flatMap(markFailures),
    ...blocks.flat().flatMap(dataFailures),
    ...(await Promise.all(blocks.flat().filter(isFragment).map(syntaxFailures))).flat(),
    ...compileFailures(snippets, folder),
    ...runnable.flatMap(runFailures),
  ];
  const counts = `${blocks.flat().length} blocks of ${documents.length} documents, ${snippets.length} compiled, ${runnable.length} run`;
  finish('check:snippets', failures, counts);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function programs(ofDocument: readonly CodeBlock[]): readonly Snippet[] {
  return ofDocument.flatMap((block, index) =>
    isProgram(block) && !isFragment(block) ? [writeSnippet(block, ofDocument.slice(0, index), folder)] : [],
  );
}

function isFragment(block: CodeBlock): boolean {
  return isProgram(block) && block.marks.includes('fragment');
}

function markFailures(block: CodeBlock): readonly string[] {
  if (!isProgram(block)) return [];
  const unknown = block.marks.filter((mark) => !marks.includes(mark) && !mark.startsWith('file='));
  return unknown.map(
    (mark) => `${block.document}:${block.line}: unknown mark "${mark}"; the marks of a program are ${marks.join(', ')}`,
  );
}

async function syntaxFailures(block: CodeBlock): Promise<readonly string[]> {
  try {
    // A fragment may await and return as if it stood in a function.
    await transform(`async function fragment() {\n${block.text}\n}`, { loader: 'ts', logLevel: 'silent' });
    return [];
  } catch (inFunction) {
    return transform(block.text, { loader: 'ts', logLevel: 'silent' }).then(
      () => [],
      () => [`${block.document}:${block.line}: this fragment does not parse: ${String(inFunction)}`],
    );
  }
}

function runFailures({ block, folder: cwd, file }: Snippet): readonly string[] {
  // An empty home, so that no snippet reads or writes the modes of whoever runs this.
  const { passed, output } = runCommand('node', [file], {
    cwd,
    timeoutMs: 30_000,
    env: { HOME: cwd, USERPROFILE: cwd },
  });
  return passed ? [] : [`${block.document}:${block.line}: running it fails\n${output}`];
}
