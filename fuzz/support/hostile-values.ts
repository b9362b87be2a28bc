import fc from 'fast-check';

/** Names that objects have from birth, and others that code forgets. */
export const prototypeNames = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  'valueOf',
] as const;

/** Text of every kind: plain, prototype names, every code unit, lone surrogates, right-to-left, very long. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 2, arbitrary: fc.constantFrom(...prototypeNames) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' ', '\0', '\ud800', 'a\udc00b', '\u202Eabc', '\uFEFF', 'é', 'e\u0301', '💥'),
  },
  { weight: 1, arbitrary: fc.array(fc.nat(0xffff), { maxLength: 8 }).map((units) => String.fromCharCode(...units)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', '../', '*', '"', '\n', '😀', '['), fc.nat(5000))
      .map(([unit, times]) => unit.repeat(times)),
  },
);

/** Any JSON, hostile texts and keys included. */
export const hostileJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, Number.MAX_SAFE_INTEGER + 2, 0.1),
    hostileText,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(hostileText, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value;

const oddities = ['cycle', 'getter', 'proxy', 'symbol', 'function', 'deep'].map((kind) => `\u00ab${kind}\u00bb`);

/**
 * Any value at all. Those that no JSON holds and that a generator could not hold either (cycles, getters that throw,
 * proxies) come as a text that {@link realise} puts them in the place of.
 */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileJson },
  {
    weight: 2,
    arbitrary: fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSet: true,
      withSparseArray: true,
      maxDepth: 2,
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom(...oddities) },
);

/** The value with the oddities in it. */
export function realise(value: unknown): unknown {
  if (typeof value === 'string') return oddities.includes(value) ? oddity(value.slice(1, -1)) : value;
  if (Array.isArray(value)) return value.map(realise);
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]: [string, unknown]) => [key, realise(member)]));
}

function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}

function oddity(kind: string): unknown {
  switch (kind) {
    case 'cycle': {
      const cycle: Record<string, unknown> = { path: 'a.md' };
      cycle.self = cycle;
      return cycle;
    }
    case 'getter':
      return Object.defineProperty({}, 'path', { enumerable: true, get: fail });
    case 'proxy':
      return new Proxy({}, { get: fail, has: fail, ownKeys: fail });
    case 'deep':
      return Array.from({ length: 20_000 }).reduce<unknown>((inner) => [inner], 'bottom');
    case 'symbol':
      return Symbol('hostile');
    default:
      return fail;
  }
}

function fail(): never {
  throw new Error('a hostile value was touched');
}
