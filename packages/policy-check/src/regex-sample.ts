import type { RegexItem, RegexOption } from './regex-shape.ts';

/** A short text that an alternative may match; whether it does is for the compiled pattern to say. */
export function sampleOf(option: RegexOption, source: string): string {
  return option.items
    .map((item) => sampleOfItem(item, source))
    .join('')
    .slice(0, maxSampleLength);
}

/** Longer than any path that is tried as evidence. */
const maxSampleLength = 300;

/** Enough to fill the least that a counted repetition asks for in any pattern that people write. */
const maxRepeats = 20;

function sampleOfItem(item: RegexItem, source: string): string {
  const once = sampleOnce(item, source);
  return once.repeat(Math.min(Math.max(item.min, item.max > 1 ? 1 : item.min), maxRepeats));
}

function sampleOnce(item: RegexItem, source: string): string {
  switch (item.kind) {
    case 'literal':
      return item.character ?? '';
    case 'dot':
      return 'x';
    case 'class':
    case 'set':
      return pickCharacter(source.slice(item.start, item.end));
    case 'group': {
      const [first] = item.options ?? [];
      return first === undefined ? '' : sampleOf(first, source);
    }
    default:
      return '';
  }
}

const candidates = ['x', 'a', 'A', '0', '-', '_', '.', '/', ' ', '\\'];

function pickCharacter(written: string): string {
  // A class or a set matches one character, whatever it says, so this cannot take long.
  const atom = /^(?:\[(?:\\[\s\S]|[^\]\\])*\]|\\(?:x..|u....|[\s\S]))/.exec(written)?.[0] ?? 'x';
  const test = new RegExp(`^${atom}$`);
  return candidates.find((character) => test.test(character)) ?? 'x';
}
