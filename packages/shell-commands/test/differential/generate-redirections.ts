import { generateQuotedPart, generateWord, type ScriptSource } from './generate-word.ts';
import type { Random } from './random.ts';

const operators = '> > >> < <> >| &> &>> >& 2> 2>> 3< 3<> 1>'.split(' ');
const rareOperators = '<& 10> {v}> 99999999999> 2>&'.split(' ');
const targets = ['f1', 'f2', 'a/f', '../w/f3', '/w/f4', '/tmp/f5', '"a b"', 'n$E', '/dev/null', 'f2', 'f6'];
const rareTargets = [
  '~/f',
  '"$V"',
  'f{1,2}',
  '*',
  '$V',
  '-',
  '2',
  '""',
  '"a\\ b"',
  'f\\ 2',
  '{}',
  'a=~',
  '"f$E"',
  "'f'2",
];
const copies = ['2>&1', '2>&1', '>&2', '2>&-', '<&-', '3>&1', '<&0', '1>&2-', '>&-', '2>&$V', '>& 2', '</dev/null'];

/** Writes redirections, each with a blank before it, or none. */
export function generateRedirections(random: Random, script: ScriptSource, percent: number): string {
  let text = '';
  for (let chance = percent; random.isTrue(chance); chance = 12) text += ` ${generateRedirection(random, script)}`;
  return text;
}

function generateRedirection(random: Random, script: ScriptSource): string {
  const roll = random.below(100);
  if (roll < 15) return random.pick(copies);
  if (roll < 20) return `<<<${random.pick(['', ' '])}${generateWord(random, script)}`;
  const operator = random.pick(random.isTrue(95) ? operators : rareOperators);
  const target = roll < 30 ? generateWord(random, script) : random.pick(random.isTrue(85) ? targets : rareTargets);
  return operator + random.pick(['', ' ']) + target;
}

const lines = ['a', '\n', "'", '"', ' E', '\tE\n', '$', '\\', 'E F', '(', ')', ';c3', '#', '~', '*'];

/** Writes a command with a here-document, which ends with a line break. */
export function generateHereDocument(random: Random, script: ScriptSource): string {
  const delimiter = random.pick(['E', 'E', 'E', '"E"', "'E'", '\\E', 'E"F"', "$'E'"]);
  const last = delimiter.replace(/["'\\$]/g, '');
  let body = '';
  for (let left = random.below(5); left > 0; left--)
    body += random.isTrue(50) ? random.pick(lines) : generateQuotedPart(random, script);
  const rest = random.pick(['', '', ' | c1', ' && c2', ' >f2', '; c3', ' 2>&1', ' "$V"', ' & c2']);
  const start = `${random.pick(['c1', 'c2', 'cat', 'while read -r i; do c3; done'])} `;
  return `${start}${random.pick(['<<', '<<-', '<< ', '0<<'])}${delimiter}${rest}\n${body}\n${last}\n`;
}
