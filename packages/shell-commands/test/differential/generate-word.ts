import type { Random } from './random.ts';

/** Returns a script for a substitution. */
export type ScriptSource = () => string;

const literals =
  'a b f1 f2 a b f1 g/h ./a ../f3 -f -r -rf --force --opt=v x=y push 1 10 {} + -- - = ! : [ ] a#b a=b=c -c'.split(' ');
const names = ['V', 'V', 'E', 'E', 'D', 'i', 'HOME', '1', '@', '*', '#', '?', '$', '_', '0', '-', 'x', 'S'];
const escapes = ['\\a', '\\\\', '\\ ', '\\;', '\\$', '\\"', "\\'", '\\`', '\\\n', '\\{', '\\~', '\\*', '\\&', '\\#'];
const quoted = ['a b', ';', '$(c1)', '"', '', '\n', '{a,b}', '~', '-f', '\\', '`c1`', '*', 'f1'];
const patterns = ['*', '?', '[ab]*', 'f?', 'a/*', '[!f]', '*.ts', '[$V]*', '[[:alpha:]]*', '[a', '[^"a"]*', 'p[$V]'];
const braces =
  '{a,b} {1..3} p{x,y} {a,$V} p{$V,y} {a}x,--force} {a},b} {} {a a} {,} {a,{b,c}} {a,"b\tc"} {-f,-r} {a..} p{$(c1),b} "p"{a,b}'
    .split(' ')
    .map((one) => one.replace('\t', ' '));
const tildes = ['~', '~/f', '~nobody', 'a=~', 'a=b:~', 'x:~', '~+', '~-', '""~', 'a="~"', '"a"=~', '=~', 'a~'];
const ansi = [
  'a\\nb',
  '\\x72m',
  '\\162m',
  "it\\'s",
  'a\\tb',
  '\\\\',
  'r\\x6d',
  '\\"',
  'a;b',
  'é',
  '\\E',
  '\\?',
  '\\01',
  'a\\e',
  '\\x6',
  '\\xg',
];
const rareParts =
  '$"c1"|@(a)|!(a)|$|\\n|é|$[1]|%1|^|$((V))|$((a[$(c1)]))|$((08))|${!V}|${V@P}|${V:=x}|${V:$(c1)}|${V[$(c1)]}|"$@"'
    .split('|')
    .concat(["$'x\\x{72}m'", "$'\\u0041'", "$'\\cA'", "$'a\\0b'", '\\\n', '$\\\n(c1)']);
const numbers = ['$((1+2))', '$((1 ? 2 : 3))', '$(( 1 + (2) ))', '$((1))', '$((-1))', '$((1<2))'];

/** Writes a random word, in which any expansion may run a script. */
export function generateWord(random: Random, script: ScriptSource): string {
  let word = '';
  for (let left = random.isTrue(75) ? 1 : 1 + random.below(3); left > 0; left--) word += generatePart(random, script);
  return word;
}

function generatePart(random: Random, script: ScriptSource): string {
  const roll = random.below(100);
  if (roll < 45) return random.pick(literals);
  if (roll < 51) return `'${random.pick(quoted)}'`;
  if (roll < 67) return `"${generateQuotedParts(random, script)}"`;
  if (roll < 69) return `$'${random.pick(ansi)}'`;
  if (roll < 75) return random.pick(escapes);
  if (roll < 82) return generateParameter(random, script, false);
  if (roll < 86) return random.pick(patterns);
  if (roll < 90) return random.pick(braces);
  if (roll < 92) return random.pick(tildes);
  if (roll < 96) return generateSubstitution(random, script);
  if (roll < 97) return random.pick(numbers);
  if (roll < 98) return `${random.pick(['<', '>'])}(${script()})`;
  return random.pick(rareParts);
}

function generateQuotedParts(random: Random, script: ScriptSource): string {
  let text = '';
  for (let left = random.below(4); left > 0; left--) text += generateQuotedPart(random, script);
  return text;
}

const plainQuoted = ['a', ' ', 'f1', ';', "'", '*', '~', '{a,b}', '#', '\n', '&', '(', ')', '-f', '=', '|', '<', '%s'];
const escapedQuoted = ['\\"', '\\$', '\\\\', '\\`', '\\a', '\\\n', '$ ', "$'a'", "\\'", '!', '\\}', '\\\\\\"'];

/** Writes text that may be in double quotes and in here-documents. */
export function generateQuotedPart(random: Random, script: ScriptSource): string {
  const roll = random.below(100);
  if (roll < 45) return random.pick(plainQuoted);
  if (roll < 63) return random.pick(escapedQuoted);
  if (roll < 80) return generateParameter(random, script, true);
  if (roll < 97) return generateSubstitution(random, script);
  return random.pick(numbers);
}

const operations = [
  ':-',
  '-',
  ':+',
  '+',
  '#',
  '##',
  '%',
  '%%',
  '/',
  '//',
  '/#',
  '/%',
  ':?',
  '^',
  '^^',
  ',,',
  ':-',
  ':-',
];
const plainForms = ['', '', ':1:2', ': -1', '[0]', '[@]', '[*]', ':0:1'];

function generateParameter(random: Random, script: ScriptSource, isQuoted: boolean): string {
  const name = random.pick(names);
  if (random.isTrue(45)) return `$${name}`;
  if (random.isTrue(10)) return `\${#${name}}`;
  if (random.isTrue(25)) return `\${${name}${random.pick(plainForms)}}`;
  const operation = random.pick(operations);
  const operand = generateOperand(random, script, isQuoted);
  const more = operation.startsWith('/') && random.isTrue(60) ? `/${generateOperand(random, script, isQuoted)}` : '';
  return `\${${name}${operation}${operand}${more}}`;
}

/**
 * Writes an operand; quotes inside an expansion that is itself quoted mean different things after different operators.
 */
function generateOperand(random: Random, script: ScriptSource, isQuoted: boolean): string {
  const roll = random.below(100);
  if (roll < 15) return `'$(${script()})'`;
  if (roll < 25) return `"$(${script()})"`;
  if (roll < 35) return generateSubstitution(random, script);
  if (roll < 50)
    return random.pick(["'}'", '"}"', '\\}', "'", '"', "\\'", "$'a'", '$', ' ', "'a b'", '\\$(c1)', '{a,b}', '*', '~']);
  if (roll < 60) return `\${${random.pick(names)}:-${random.isTrue(50) ? `'$(${script()})'` : `"\`c1\`"`}}`;
  return isQuoted ? generateQuotedPart(random, script) : generatePart(random, script);
}

function generateSubstitution(random: Random, script: ScriptSource): string {
  const inner = script();
  const roll = random.below(20);
  if (roll < 11) return `$(${inner})`;
  if (roll < 15)
    return `\`${inner.replace(/[\\`$]/g, (character) => (random.isTrue(70) ? `\\${character}` : character))}\``;
  if (roll < 17) return `$( ${inner} # comment )\n)`;
  if (roll < 19) return `$(\n${inner}\n)`;
  return random.pick(['$(<f1)', '$(< f1)', `$((${inner}); ${inner})`, `\${ ${inner};}`, `$( (${inner}) )`]);
}
