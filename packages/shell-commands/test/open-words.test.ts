import { type ProgramRun, parseCommandRule, type ShellWord } from '@modegate/shell-commands';
import { expect, test } from 'vitest';
import { Random } from './differential/random.ts';

const random = new Random(11);
const pieces = [
  'push',
  'pu',
  'sh',
  '-f',
  '-',
  '--force',
  '--fo',
  '--opt=v',
  '--opt',
  '=v',
  'a',
  'v',
  '-rf',
  '-r',
  'x',
  '',
  '--',
  '*',
];

function pickText(): string {
  return random.isTrue(70) ? random.pick(pieces) : random.pick(pieces) + random.pick(pieces);
}

/** Picks a word, and words into which the shell can expand it. */
function pickWord(): { readonly word: ShellWord; readonly made: readonly string[] } {
  const kind = random.pick(['literal', 'literal', 'one', 'names', 'many'] as const);
  const value = pickText();
  const follow = (): string => value + random.pick(['', '', pickText()]);
  const made = {
    literal: [value],
    one: [follow()],
    names: Array.from({ length: random.below(3) }, follow),
    many: value === '' && random.isTrue(30) ? [] : [follow(), ...Array.from({ length: random.below(2) }, pickText)],
  };
  return { word: { value, text: value, kind }, made: made[kind] };
}

function programOf(name: string, words: readonly ShellWord[]): ProgramRun {
  const all = [{ value: name, text: name, kind: 'literal' as const }, ...words];
  return { words: all, text: all.map(({ text }) => text).join(' '), position: 0, need: 'rule', guarded: [] };
}

function describeWords({ words }: ProgramRun): string {
  return words.map(({ value, kind }) => `${kind}:${value}`).join(' ');
}

function pickRule(): string {
  const words = Array.from({ length: random.below(3) }, () => {
    const text = pickText();
    return text.includes('*') ? '*' : `'${text}'`;
  });
  return [random.pick(['git', 'rm', 'tar', 'a']), ...words].join(' ');
}

test('words of a rule found in the words that a shell makes are found in the words of the text', () => {
  let found = 0;
  const missed: string[] = [];
  for (let count = 0; count < 20_000; count++) {
    const text = pickRule();
    const rule = parseCommandRule(text, 'disallowedCommands');
    if (rule.fault !== undefined) throw new Error(rule.fault);
    const name = random.pick(['git', 'rm', 'tar', 'a']);
    const words = Array.from({ length: random.below(4) }, pickWord);
    const open = programOf(
      name,
      words.map(({ word }) => word),
    );
    const made = programOf(
      name,
      words.flatMap((one) => one.made.map((value) => ({ value, text: value, kind: 'literal' as const }))),
    );
    if (rule.finds(made) === undefined) continue;
    found++;
    if (rule.finds(open) === undefined) missed.push(`${text} in ${made.text}, from ${describeWords(open)}`);
  }
  expect(missed).toEqual([]);
  expect(found).toBeGreaterThan(1000);
});

test('a rule that allows the words of the text allows the words that a shell makes', () => {
  let allowed = 0;
  for (let count = 0; count < 20_000; count++) {
    const rule = parseCommandRule(`${pickRule()}${random.pick(['', ' *'])}`, 'allowedCommands');
    if (rule.fault !== undefined) throw new Error(rule.fault);
    const words = Array.from({ length: random.below(4) }, pickWord);
    const open = programOf(
      'a',
      words.map(({ word }) => word),
    );
    const made = programOf(
      'a',
      words.flatMap((one) => one.made.map((value) => ({ value, text: value, kind: 'literal' as const }))),
    );
    if (rule.allows(open) !== true) continue;
    allowed++;
    expect([rule.allows(made), open.words, made.text]).toEqual([true, open.words, made.text]);
  }
  expect(allowed).toBeGreaterThan(500);
});
