import type { RegexItem, RegexOption } from './regex-shape.ts';

/**
 * Returns a short string that a pattern may match through the given alternatives, outermost first; the compiled pattern
 * decides whether it matches.
 */
export function sampleOf(path: readonly RegexOption[], source: string): string {
  const [outer] = path;
  return outer === undefined ? '' : sampleOfOption(outer, { source, preferred: new Set(path) });
}

interface Sampling {
  readonly source: string;
  readonly preferred: ReadonlySet<RegexOption>;
}

function sampleOfOption(option: RegexOption, sampling: Sampling): string {
  return option.items
    .map((item) => sampleOfItem(item, sampling))
    .join('')
    .slice(0, maxSampleLength);
}

/** Longer than any path that is tried as evidence. */
const maxSampleLength = 300;

/** Enough to satisfy the minimum of a counted repetition in any pattern written by a person. */
const maxRepeats = 20;

function sampleOfItem(item: RegexItem, sampling: Sampling): string {
  const once = sampleOnce(item, sampling);
  return once.repeat(Math.min(Math.max(item.min, item.max > 1 ? 1 : item.min), maxRepeats));
}

function sampleOnce(item: RegexItem, sampling: Sampling): string {
  switch (item.kind) {
    case 'literal':
      return item.character ?? '';
    case 'dot':
      return 'x';
    case 'class':
    case 'set':
      return pickCharacter(sampling.source.slice(item.start, item.end));
    case 'group': {
      const options = item.options ?? [];
      const chosen = options.find((option) => sampling.preferred.has(option)) ?? options[0];
      return chosen === undefined ? '' : sampleOfOption(chosen, sampling);
    }
    default:
      return '';
  }
}

const candidates = ['x', 'a', 'A', '0', '-', '_', '.', '/', ' ', '\\'];

function pickCharacter(written: string): string {
  // A class or a set matches one character, regardless of its content, so this match cannot take long.
  const atom = /^(?:\[(?:\\[\s\S]|[^\]\\])*\]|\\(?:x..|u....|[\s\S]))/.exec(written)?.[0] ?? 'x';
  const test = new RegExp(`^${atom}$`);
  return candidates.find((character) => test.test(character)) ?? 'x';
}
