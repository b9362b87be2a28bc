import type { Random } from './random.ts';

/** Returns a script for a substitution. */
export type ScriptSource = () => string;

const literals =
  'a b f1 f2 g/h ./a ../f3 -f -r -rf --force --opt=v x=y push 1 10 ; {} + -- - = ! : [ ] a#b #c a=b=c \\; \\ x -c'.split(
    ' ',
  );
const names = ['V', 'E', 'D', 'S', 'i', 'HOME', '1', '@', '*', '#', '?', '$', '!', '_', '0', '-', 'x'];
const escapes = ['\\a', '\\\\', '\\ ', '\\;', '\\$', '\\"', "\\'", '\\`', '\\\n', '\\{', '\\~', '\\*', '\\&', '\\#'];
const patterns = ['*', '?', '[ab]*', 'f?', 'a/*', '[!f]', '*.ts', '[$V]*', '[[:alpha:]]*', '[a', ']', '[^"a"]*', '**'];
const braces = [
  '{a,b}',
  '{1..3}',
  'p{x,y}',
  '{a,$V}',
  'p{$V,y}',
  '{a}x,--force}',
  '{a},b}',
  '{}',
  '{a',
  'a}',
  '{,}',
  '{a,{b,c}}',
  '{a,"b c"}',
  '{-f,-r}',
  '{a..}',
  "{a,'b'}",
  '{$(c1),b}',
];
const tildes = ['~', '~/f', '~nobody', 'a=~', 'a=b:~', 'x:~', '~+', '~-', '""~', '\\~', 'a="~"', '"a"=~'];
const ansi = ['a\\nb', '\\x72m', '\\162m', "it\\'s", 'a\\tb', '\\\\', 'r\\x6d', 'x\\x{72}m', '\\u0041', '\\cA', '\\e', 'a\\0b'];
const arithmetic = ['$((1+2))', '$((V))', '$[1+2]', '$((1 ? 2 : 3))', '$((a[$(c1)]))', '$(( 1 + (2) ))', '$((1))', '$((08))'];

/** Writes a random word, in which any expansion may run a script. */
export function generateWord(random: Random, script: ScriptSource): string {
  let word = '';
  for (let left = random.isTrue(70) ? 1 : 1 + random.below(3); left > 0; left--) word += generatePart(random, script);
  return word;
}

function generatePart(random: Random, script: ScriptSource): string {
  const roll = random.below(100);
  if (roll < 38) return random.pick(literals);
  if (roll < 44) return `'${random.pick(['a b', ';', '$(c1)', '"', '', '\n', '{a,b}', '~', '-f', '\\', '`c1`', '*'])}'`;
  if (roll < 60) return generateQuoted(random, script);
  if (roll < 63) return `$'${random.pick(ansi)}'`;
  if (roll < 68) return random.pick(escapes);
  if (roll < 75) return generateParameter(random, script, false);
  if (roll < 79) return random.pick(patterns);
  if (roll < 83) return random.pick(braces);
  if (roll < 85) return random.pick(tildes);
  if (roll < 93) return generateSubstitution(random, script);
  if (roll < 95) return random.pick(arithmetic);
  if (roll < 97) return `${random.pick(['<', '>'])}(${script()})`;
  return random.pick(['$"c1"', '@(a)', '!(a)', '$', '$$', '${', '\\\n', '$\\\n(c1)', 'é', '$[1]', '%1', '^', '"$@"']);
}

function generateQuoted(random: Random, script: ScriptSource): string {
  let text = '';
  for (let left = random.below(4); left > 0; left--) text += generateQuotedPart(random, script);
  return `"${text}"`;
}

/** Writes what may stand in double quotes and in here-documents. */
export function generateQuotedPart(random: Random, script: ScriptSource): string {
  const roll = random.below(100);
  if (roll < 35) return random.pick(['a', ' ', 'f1', ';', "'", '*', '~', '{a,b}', '#', '\n', '&', '(', ')', '-f', '=']);
  if (roll < 50) return random.pick(['\\"', '\\$', '\\\\', '\\`', '\\a', '\\\n', '$', "$'a'", "\\'"]);
  if (roll < 70) return generateParameter(random, script, true);
  if (roll < 90) return generateSubstitution(random, script);
  return random.pick(arithmetic);
}

function generateParameter(random: Random, script: ScriptSource, isQuoted: boolean): string {
  const name = random.pick(names);
  if (random.isTrue(45)) return `$${name}`;
  if (random.isTrue(15)) return `\${${name}}`;
  const operand = random.isTrue(50)
    ? generatePart(random, script)
    : random.pick([`'$(${script()})'`, `"$(${script()})"`, `$(${script()})`, `\`${script().replace(/[\\`]/g, '')}\``, "'}'", '"}"', '\\}']);
  const operation = random.pick([':-', '-', ':+', '+', '#', '##', '%', '%%', '/', '//', '/#', ':=', '=', ':?', '^', '^^', ',,']);
  const more = operation.startsWith('/') && random.isTrue(60) ? `/${isQuoted ? generateQuotedPart(random, script) : generatePart(random, script)}` : '';
  const forms = [
    `\${${name}${operation}${operand}${more}}`,
    `\${${name}${operation}${operand}${more}}`,
    `\${${name}${operation}${operand}${more}}`,
    `\${#${name}}`,
    `\${!${name}}`,
    `\${${name}:1:2}`,
    `\${${name}: -1}`,
    `\${${name}@P}`,
    `\${${name}[0]}`,
    `\${${name}[@]}`,
    `\${${name}:$(${script()})}`,
  ];
  return random.pick(forms);
}

function generateSubstitution(random: Random, script: ScriptSource): string {
  const inner = script();
  const roll = random.below(10);
  if (roll < 6) return `$(${inner})`;
  if (roll < 8) return `\`${inner.replace(/[\\`$]/g, (character) => (random.isTrue(50) ? `\\${character}` : ''))}\``;
  if (roll < 9) return `$( ${inner} # comment )\n)`;
  return random.pick(['$(<f1)', '$(< f1)', `$((${inner}); ${inner})`, `$(\n${inner}\n)`, `\${ ${inner};}`]);
}
