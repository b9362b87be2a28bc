import { sampleOf } from './regex-sample.ts';
import type { RegexItem, RegexOption } from './regex-shape.ts';

/**
 * If matching a string of some 30 characters takes more steps than this, the number of steps grows so fast that a
 * longer string would block a process forever.
 */
const maxSteps = 100_000;

/** Number of times that the repeated part occurs in a test text. */
const repeats = 28;

/**
 * Finds a string for which a backtracking matcher, such as JavaScript's, needs far too many steps; returns undefined if
 * no such string was found. Tests each string for a bounded number of steps, so every string that is returned is proven
 * to be slow.
 */
export function findSlowText(options: readonly RegexOption[], source: string): string | undefined {
  const loops = options.flatMap((option) => findLoops([option])).slice(0, maxLoops);
  for (const { path, before, body } of loops) {
    const prefix = sampleOf([{ items: before, start: 0, end: 0 }, ...path], source);
    for (const pump of pumpsOf(body, source)) {
      const text = `${prefix}${pump.repeat(repeats)}\u0001`;
      if (countSteps(options, { source, text }) >= maxSteps) return text.slice(0, -1);
    }
  }
  return undefined;
}

const maxLoops = 20;

interface Loop {
  readonly path: readonly RegexOption[];
  /** The items that precede the loop in its alternative. */
  readonly before: readonly RegexItem[];
  readonly body: readonly RegexOption[];
}

/** Finds groups that repeat without limit and can match in several ways. */
function findLoops(path: readonly RegexOption[]): readonly Loop[] {
  const option = path.at(-1);
  return (option?.items ?? []).flatMap((item, index) => {
    const { options: body } = item;
    if (body === undefined) return [];
    const inner = body.flatMap((choice) => findLoops([choice]));
    const isLoop = item.kind === 'group' && item.max === Number.POSITIVE_INFINITY && isVariable(body);
    const before = option?.items.slice(0, index) ?? [];
    return [
      ...(isLoop ? [{ path, before, body }] : []),
      ...inner.map((loop) => ({ ...loop, before: [...before, ...loop.before] })),
    ];
  });
}

function isVariable(options: readonly RegexOption[]): boolean {
  return (
    options.length > 1 ||
    options.some(({ items }) => items.some((item) => item.min !== item.max || isVariable(item.options ?? [])))
  );
}

function pumpsOf(body: readonly RegexOption[], source: string): readonly string[] {
  const samples = body.slice(0, 5).map((option) => sampleOf([option], source).slice(0, 10));
  return [...new Set([...samples, 'a', '0', '/', '.'])].filter((pump) => pump !== '');
}

interface Search {
  readonly source: string;
  readonly text: string;
}

interface Walk extends Search {
  steps: number;
  readonly tests: Map<number, RegExp>;
}

type Next = (at: number) => boolean;

/** Counts the steps of plain backtracking from the first character, up to the maximum that matters. */
function countSteps(options: readonly RegexOption[], search: Search): number {
  const walk: Walk = { ...search, steps: 0, tests: new Map() };
  matchOptions(options, { walk, at: 0 }, () => true);
  return walk.steps;
}

interface Place {
  readonly walk: Walk;
  readonly at: number;
}

function matchOptions(options: readonly RegexOption[], place: Place, next: Next): boolean {
  return options.some(({ items }) => matchItems(items, place, next));
}

function matchItems(items: readonly RegexItem[], { walk, at }: Place, next: Next): boolean {
  const [item, ...rest] = items;
  if (item === undefined) return next(at);
  return matchRepeat(item, { walk, at, count: 0 }, (end) => matchItems(rest, { walk, at: end }, next));
}

function matchRepeat(item: RegexItem, place: Place & { readonly count: number }, next: Next): boolean {
  const { walk, at, count } = place;
  // Giving up is treated as a match, which ends the search immediately.
  if (++walk.steps >= maxSteps) return true;
  const goOn: Next = (end) =>
    end === at && count >= item.min ? false : matchRepeat(item, { walk, at: end, count: count + 1 }, next);
  if (count < item.max && matchOnce(item, place, goOn)) return true;
  return count >= item.min && next(at);
}

function matchOnce(item: RegexItem, { walk, at }: Place, next: Next): boolean {
  const { text } = walk;
  switch (item.kind) {
    case 'start':
      return at === 0 && next(at);
    case 'end':
      return at === text.length && next(at);
    case 'boundary':
      return next(at);
    case 'look':
      return matchOptions(item.options ?? [], { walk, at }, () => true) !== (item.isNegative ?? false) && next(at);
    case 'group':
      return matchOptions(item.options ?? [], { walk, at }, next);
    default:
      return at < text.length && isOneOf(item, walk, text[at] ?? '') && next(at + 1);
  }
}

function isOneOf(item: RegexItem, walk: Walk, character: string): boolean {
  if (item.kind === 'literal') return item.character === character;
  if (item.kind === 'dot') return character !== '\n' && character !== '\r';
  const known = walk.tests.get(item.start);
  const test = known ?? new RegExp(`^${atomOf(item, walk.source)}$`);
  if (known === undefined) walk.tests.set(item.start, test);
  return test.test(character);
}

function atomOf({ start, end }: RegexItem, source: string): string {
  return (
    /^(?:\[(?:\\[\s\S]|[^\]\\])*\]|\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|[\s\S]))/.exec(source.slice(start, end))?.[0] ??
    'x'
  );
}
