import type { ShellWord } from '../analysis.ts';
import { unreadable } from './source.ts';
import type { StartedProgram, Walk } from './walk.ts';

const unary = /^-[b-hknpr-uwxzGLNOS]$/;
const binary = /^(?:==?|!=|<|>|-nt|-ot|-ef|-eq|-ne|-lt|-le|-gt|-ge)$/;
const numeric = /^-(?:eq|ne|lt|le|gt|ge)$/;
const integer = /^-?\d+$/;

/**
 * @internal Refuses a `test` or `[` that may evaluate an argument: `-v` and `-R` evaluate an index in a name, and so
 * would a non-literal word that could be interpreted as `-v` or `-R`.
 */
export function checkTest(walk: Walk, { words: [program, ...rest], node }: StartedProgram): void {
  const last = rest.at(-1);
  const isClosed = program?.value === '[' && last?.kind === 'literal' && last.value === ']';
  const words = isClosed ? rest.slice(0, -1) : rest;
  const evaluated = words.find(({ kind, value }) => kind === 'literal' && /^-[vR]$/.test(value));
  if (evaluated !== undefined) unreadable(walk, node, `the test '${evaluated.value}', which evaluates a name`);
  const shape = words.map(shapeOf).join('');
  const isClear = walk.shell === 'zsh' ? /^!?(?:u?w|wbw)$/ : /^!?(?:u?w|wbw)(?:c!?(?:u?w|wbw))*$/;
  if (words.some(({ kind }) => kind !== 'literal') && !isClear.test(shape))
    unreadable(walk, node, 'a test in which an argument could be mistaken for an operator; quote it');
  if (walk.shell === 'zsh' && words.some((_, index) => isEvaluatedByZsh(words, index)))
    unreadable(walk, node, 'a comparison of numbers, whose sides zsh evaluates');
}

/**
 * Returns a letter for the kind of word, if the kind is certain: an operator, a connective or a word; `x` for any
 * number of words.
 */
function shapeOf({ kind, value }: ShellWord): string {
  if (kind !== 'literal') return kind === 'one' ? 'w' : 'x';
  if (value === '!') return '!';
  if (value === '-a' || value === '-o') return 'c';
  if (value === '(' || value === ')') return 'x';
  if (binary.test(value)) return 'b';
  return unary.test(value) ? 'u' : 'w';
}

function isEvaluatedByZsh(words: readonly ShellWord[], index: number): boolean {
  const word = words[index];
  const sides = word?.value === '-t' ? [words[index + 1]] : [words[index - 1], words[index + 1]];
  if (word?.kind !== 'literal' || (word.value !== '-t' && !numeric.test(word.value))) return false;
  return !sides.every((side) => side?.kind === 'literal' && integer.test(side.value));
}
