import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
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

  test('fits a screen; the list of commands has a line for each', () => {
    expect(helps.size).toBeGreaterThan(5);
    for (const [words, help] of helps) {
      const lines = help.trimEnd().split('\n');
      expect.soft(lines.length, words).toBeLessThanOrEqual(words === '' ? ownLines : 24);
      expect.soft(Math.max(...lines.map((line) => line.length)), words).toBeLessThanOrEqual(80);
    }
  });

  test('has one example, of the command and of options that there are', () => {
    for (const [words, help] of helps) {
      const [example, ...others] = [...help.matchAll(/^Example: (.*)$/gm)].map(([, text = '']) => text);
      expect.soft(others, words).toEqual([]);
      expect.soft(example, words).toMatch(new RegExp(`^${[program, ...wordsOf(words)].join(' ')}(?= |$)`));
      const known = [...flags.values()].flat();
      for (const [flag] of example?.matchAll(/--[\w-]+/g) ?? []) expect.soft(known, example).toContain(flag);
    }
  });

  test('names no command and no option that the documents leave out', () => {
    const text = guides.split(' ').map(readGuide).join('\n');
    for (const [words, options] of flags) {
      const name = wordsOf(words).at(-1) ?? program;
      const isNamed = new RegExp(`\`(${program} )?(\\w+ )?${name}\\b`).test(text);
      const left = options.filter((flag) => !everywhere.has(flag) && !new RegExp(`${flag}(?![\\w-])`).test(text));
      expect.soft([words, isNamed, left]).toEqual([words, true, []]);
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
