import { generateCommand } from './generate-command.ts';
import { generateRedirections } from './generate-redirections.ts';
import { generateWord, type ScriptSource } from './generate-word.ts';
import type { Random } from './random.ts';

const maxDepth = 2;
const leaves = ['c1', 'c2 f1', 'echo a', 'c3; c1', 'cd a; c2', 'c1 | c2', 'no || c3', 'echo x >f2'];

/** Writes a random script. */
export function generateScript(random: Random): string {
  return generateList(random, 0);
}

/** Writes a list. A text that ends in a line break ends a here-document, so nothing may follow it on its line. */
function generateList(random: Random, depth: number): string {
  let text = generateAndOr(random, depth);
  const separators = ['; ', '; ', ';', '\n', '\n', ' & ', '&', ' ;\n', '\n\n', ' # c\n'];
  for (let left = random.below(depth === 0 ? 4 : 2); left > 0; left--)
    text += (text.endsWith('\n') ? '' : random.pick(separators)) + generateAndOr(random, depth);
  return text;
}

function generateAndOr(random: Random, depth: number): string {
  let text = generatePipeline(random, depth);
  while (!text.endsWith('\n') && random.isTrue(25))
    text += random.pick([' && ', ' || ', '&&', '||', ' &&\n', ' || # c\n']) + generatePipeline(random, depth);
  return text;
}

function generatePipeline(random: Random, depth: number): string {
  const prefix = random.isTrue(6)
    ? random.pick(['! ', '! ', 'time ', 'time -p ', '! ! ', 'time ! ', 'time -o f '])
    : '';
  let text = prefix + generateAny(random, depth);
  while (!text.endsWith('\n') && random.isTrue(10))
    text += random.pick([' | ', '|', ' |& ', ' |\n']) + generateAny(random, depth);
  return text;
}

function generateAny(random: Random, depth: number): string {
  const nested = nestedScript(random, depth);
  if (depth < maxDepth && random.isTrue(depth === 0 ? 35 : 20))
    return generateCompound(random, depth + 1) + generateRedirections(random, nested, 15);
  return generateCommand(random, nested);
}

function nestedScript(random: Random, depth: number): ScriptSource {
  return () => (depth < maxDepth && random.isTrue(40) ? generateList(random, depth + 1) : random.pick(leaves));
}

function generateCompound(random: Random, depth: number): string {
  const inner = (): string => generateList(random, depth);
  const body = (): string => end(random, inner());
  const word = (): string => generateWord(random, nestedScript(random, depth));
  const step = random.pick([
    'cd a; ',
    'cd a && break; ',
    'c1 $i; ',
    'cd .. || continue; ',
    '{ cd a; break; }; cd ..; ',
    '',
  ]);
  const forms = [
    () => `{ ${body()}}`,
    () => `(${inner()})`,
    () => `( ${inner()} )`,
    () => `if ${body()}then ${body()}fi`,
    () => `if ${body()}then ${body()}else ${body()}fi`,
    () => `if ${body()}then ${body()}elif ${body()}then ${body()}fi`,
    () => `while ${random.pick(['no; ', body()])}do ${body()}break; done`,
    () => `until ${random.pick(['c1; ', 'cd a; ', 'cd a && c1; '])}do ${body()}done`,
    () => `for i in ${word()} ${word()}; do ${body()}done`,
    () => `for i in 1 2; do ${step}${body()}done`,
    () => `case ${word()} in ${word()}) ${body()}${random.pick([';;', ';;', ';&', ';;&'])} *) ${body()}esac`,
    () => `case a in ${random.pick(['a|b', '(a', '(a|"b"', word()])}) ${inner()}\n;; esac`,
    () => `[[ ${word()} ${random.pick(['==', '!=', '=~', '<', '-nt', '='])} ${word()} ]]`,
    () => `[[ ${random.pick(['-f', '-n', '! -z', '-d'])} ${word()} && ( ${word()} != a || -e ${word()} ) ]]`,
    () => random.pick(rareCompounds),
  ];
  return random.pick(forms)();
}

const rareCompounds = [
  '((1+1))',
  'f() { c1; }; f',
  'select i in a; do c1; done',
  'coproc c1',
  'function g { c2; }',
  '((V))',
  'for V in 1; do c1; done',
  'for path in 1; do c2; done',
  '[[ -v V ]]',
  '[[ V -eq 1 ]]',
  'for ((i=0; i<1; i++)); do c1; done',
  '{ c1 }; }',
];

function end(random: Random, text: string): string {
  return /[\n&]$/.test(text) ? text : text + random.pick(['; ', ';', '\n', ' ;']);
}
