import fc from 'fast-check';
import { hostileText } from './hostile-values.ts';

/** One change of a text; `at` and `length` are fractions of it. */
interface Mutation {
  readonly kind: 'insert' | 'delete' | 'duplicate' | 'swap' | 'replace' | 'cut' | 'line' | 'flip';
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

const fraction = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

/** Seed texts after up to four changes, so that many still can be read; `tokens` are what the format gives a meaning. */
export function mutatedText(seeds: readonly string[], tokens: readonly string[]): fc.Arbitrary<string> {
  const mutation: fc.Arbitrary<Mutation> = fc.record({
    kind: fc.constantFrom('insert', 'insert', 'delete', 'duplicate', 'swap', 'replace', 'cut', 'line', 'line', 'flip'),
    at: fraction,
    length: fraction,
    text: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...tokens) }, { weight: 1, arbitrary: hostileText }),
  });
  const seed = fc.nat(seeds.length - 1).map((index) => seeds[index] ?? '');
  return fc
    .tuple(seed, fc.array(mutation, { maxLength: 4 }))
    .map(([text, mutations]) => mutations.reduce(mutate, text));
}

/** Text made of nothing but the tokens of a format. */
export function tokenSoup(tokens: readonly string[], maxLength = 60): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...tokens), { maxLength, size: 'max' }).map((parts) => parts.join(''));
}

function mutate(text: string, { kind, at, length, text: inserted }: Mutation): string {
  const start = Math.floor(at * text.length);
  const end = Math.min(text.length, start + 1 + Math.floor(length ** 4 * 200));
  const piece = text.slice(start, end);
  switch (kind) {
    case 'insert':
      return text.slice(0, start) + inserted + text.slice(start);
    case 'delete':
      return text.slice(0, start) + text.slice(end);
    case 'duplicate':
      return text.slice(0, end) + piece + text.slice(end);
    case 'swap':
      return text.slice(0, start) + text.slice(end) + piece;
    case 'replace':
      return text.slice(0, start) + inserted + text.slice(end);
    case 'cut':
      return text.slice(0, start);
    case 'line':
      return mutateLine(text, { start, length, inserted });
    case 'flip':
      return (
        text.slice(0, start) +
        String.fromCharCode((text.charCodeAt(start) || 0) ^ (1 << Math.floor(length * 16))) +
        text.slice(start + 1)
      );
  }
}

/** Doubles a line, takes it out, moves its indentation, or puts a token before it. */
function mutateLine(
  text: string,
  { start, length, inserted }: { readonly start: number; readonly length: number; readonly inserted: string },
): string {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const end = text.indexOf('\n', start);
  const to = end === -1 ? text.length : end + 1;
  const line = text.slice(from, to);
  const changed = [
    line + line,
    '',
    ` ${line}`,
    line.replace(/^ {1,2}/, ''),
    inserted + line,
    `${line.trimEnd()}${inserted}\n`,
  ];
  return text.slice(0, from) + (changed[Math.floor(length * changed.length)] ?? '') + text.slice(to);
}
