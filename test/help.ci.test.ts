import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
/** What every program has needs no document. */
const everywhere = new Set(['--help', '--version']);

describe.each([
  ['modegate', 32, 'modegate hooks export editors ci'],
  ['modes-server', 32, 'modes-server gateway serving serving-auth audit remote-servers editor instances'],
  ['ipc-server', 24, 'ipc-server serving'],
])('the help of %s, on a terminal of 80 by 24', (program, ownLines, guides) => {
  let helps: ReadonlyMap<string, string>;
  let flags: ReadonlyMap<string, readonly string[]>;
  beforeAll(async () => {
    flags = readFlags(await output(program, ['completion', 'powershell']));
    const shown = new Map<string, string>();
    for (const words of flags.keys()) shown.set(words, await output(program, [...wordsOf(words), '--help']));
    helps = shown;
  });

  test('the help fits a screen, and the list of commands has a line for each', () => {
    expect(helps.size).toBeGreaterThan(5);
    for (const [words, help] of helps) {
      const lines = help.trimEnd().split('\n');
      expect.soft(lines.length, words).toBeLessThanOrEqual(words === '' ? ownLines : 24);
      expect.soft(Math.max(...lines.map((line) => line.length)), words).toBeLessThanOrEqual(80);
    }
  });

  test('the help has one example, with existing commands and options', () => {
    for (const [words, help] of helps) {
      const [example, ...others] = [...help.matchAll(/^Example: (.*)$/gm)].map(([, text = '']) => text);
      expect.soft(others, words).toEqual([]);
      expect.soft(example, words).toMatch(new RegExp(`^${[program, ...wordsOf(words)].join(' ')}(?= |$)`));
      const known = [...flags.values()].flat();
      for (const [flag] of example?.matchAll(/--[\w-]+/g) ?? []) expect.soft(known, example).toContain(flag);
    }
  });

  test('the help names no command and no option that the documents leave out', () => {
    const text = guides.split(' ').map(readGuide).join('\n');
    for (const [words, options] of flags) {
      const name = wordsOf(words).at(-1) ?? program;
      const isNamed = new RegExp(`\`(${program} )?(\\w+ )?${name}\\b`).test(text);
      const left = options.filter((flag) => !everywhere.has(flag) && !new RegExp(`${flag}(?![\\w-])`).test(text));
      expect.soft([words, isNamed, left]).toEqual([words, true, []]);
    }
  });

  test('the help has every command and option that the documents use', () => {
    const lines = readCommandLines(program);
    expect(lines.length).toBeGreaterThan(10);
    for (const { line, words } of lines) {
      const at = findCommand(words, flags);
      // What an agent starts is in no help: `modegate hook <agent>`.
      if (at === 'hook') continue;
      // The options of a server may follow each of its commands; without a command, modegate checks.
      const known = [at, program === 'modegate' ? 'check' : ''].flatMap((name) => flags.get(name) ?? []);
      const unknown = words.filter((word) => /^--[a-z]/.test(word) && !known.includes(word));
      expect.soft([line, unknown]).toEqual([line, []]);
    }
  });

  test('`help` explains the options that --help only names', async () => {
    for (const [words, help] of helps) {
      const [, command] = /`([^`]+ help[^`]*)` explains/.exec(help) ?? [];
      if (command === undefined) continue;
      const full = await output(program, command.split(' ').slice(1));
      for (const flag of flags.get(words) ?? []) expect.soft(full, words).toContain(`${flag} `);
    }
  });
});

function readGuide(name: string): string {
  return readFileSync(new URL(`../docs/${name}.md`, import.meta.url), 'utf8');
}

/** The words of each command line that a document has, in a block for a shell or within a sentence. */
function readCommandLines(program: string): readonly { readonly line: string; readonly words: readonly string[] }[] {
  const start = new RegExp(`^(?:npx -y @modegate/)?${program} `);
  return globSync(['README.md', 'apps/*/README.md', 'docs/*.md', 'docs/{hooks,differences,rules}/*.md'], { cwd: root })
    .flatMap((file) => readFileSync(join(root, file), 'utf8'))
    .flatMap((text) => [
      ...[...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) => block.split('\n')),
      ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code),
    ])
    .filter((line) => start.test(line))
    .map((line) => {
      const [own = ''] = line.replace(start, '').split(/ #| [|<>&] |;/);
      return { line, words: own.split(/[\s[\]=,]+|\\?\|/) };
    });
}

/** The command that the first words lead to; the options of the program may come before it. */
function findCommand(words: readonly string[], flags: ReadonlyMap<string, readonly string[]>): string {
  return words.reduce((at, word) => (flags.has(`${at} ${word}`.trim()) ? `${at} ${word}`.trim() : at), '');
}

async function output(program: string, words: readonly string[]): Promise<string> {
  const cli = new URL(`../apps/${program}/dist/cli.js`, import.meta.url).pathname;
  return (await run(process.execPath, [cli, ...words], { env: { ...process.env, COLUMNS: '80' } })).stdout;
}

/** The flags of every command, out of the table in the completions for PowerShell: `' token add' = @('--modes')`. What follows `help` is only named. */
function readFlags(completions: string): ReadonlyMap<string, readonly string[]> {
  const lines = [...completions.matchAll(/^ *'((?! help .)[^'|]*)' = @\((.*)\)/gm)];
  return new Map(
    lines.map(([, words = '', flags = '']) => [words.trim(), [...flags.matchAll(/--[\w-]+/g)].map(([flag]) => flag)]),
  );
}

function wordsOf(words: string): readonly string[] {
  return words.split(' ').filter((word) => word !== '');
}
