import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as library from 'yaml';
import { eagerLexer, eagerParser } from '../scripts/program/eager-yaml.ts';

const browser = fileURLToPath(new URL('../node_modules/yaml/browser', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'modegate-eager-yaml-'));
let eager: typeof library;

beforeAll(async () => {
  cpSync(browser, folder, { recursive: true, dereference: true });
  for (const [name, rewrite] of [
    ['lexer.js', eagerLexer],
    ['parser.js', eagerParser],
  ] as const) {
    const file = join(folder, 'dist/parse', name);
    writeFileSync(file, rewrite(readFileSync(file, 'utf8')));
  }
  eager = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'index.js')).href);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the YAML parser that a build makes', () => {
  test.each(texts())('gives the very tokens of the library: %j', (text) => {
    expect(tokensOf(eager, text)).toEqual(tokensOf(library, text));
  });

  test('gives the very tokens of the library for any text', () => {
    const pieces = fc.constantFrom(
      ...Array.from('-:?,[]{}#&*!|>\'"%@` ~\n\t\r'),
      '\n  ',
      '\n- ',
      ': ',
      '---\n',
      '...',
      'a',
      'b1',
      '\uFEFF',
      '\0',
    );
    const written = fc.array(pieces, { maxLength: 60 }).map((all) => all.join(''));
    fc.assert(
      fc.property(written, (text) => {
        expect(tokensOf(eager, text)).toEqual(tokensOf(library, text));
      }),
      { numRuns: 2000 },
    );
  });

  test('reads a whole document as the library does', () => {
    const text = 'a: [1, {b: c}]\nd: &x\n  - e\nf: *x\n';
    expect(eager.parse(text)).toEqual(library.parse(text));
  });

  test('is made without a generator in what runs for each token', () => {
    expect(eager.Parser.prototype.next.constructor.name).toBe('Function');
    expect(library.Parser.prototype.next.constructor.name).toBe('GeneratorFunction');
  });

  test('is not made of a library that is written in another way', () => {
    expect(() => eagerLexer('class Lexer {}')).toThrow("look at 'atLineEnd() {'");
    expect(() => eagerParser('    *next(source) {\n    *end() {\n        return [yield 1];\n')).toThrow('a generator');
  });
});

/** As modes files are read: the parser is driven token by token. */
function tokensOf({ Lexer, Parser }: typeof library, text: string): readonly unknown[] {
  const parser = new Parser();
  const steps: unknown[] = [];
  for (const lexeme of new Lexer().lex(text)) steps.push(lexeme, ...parser.next(lexeme), parser.stack.length);
  return [...steps, ...parser.end()];
}

function texts(): readonly string[] {
  const example = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
  return [
    '',
    '%YAML 1.2\n---\na: |2-\n    x\n   y\n...\n---\n- >+\n  folded\n\n',
    "? [complex, key]\n: {flow: \"quoted\n  text\", 'it''s': !!str tagged, ? x : y}\n",
    'a: b: c\n ]}\n- "open',
    example('examples/quickstart/.roomodes'),
    example('examples/ci/change/.roomodes'),
  ];
}
