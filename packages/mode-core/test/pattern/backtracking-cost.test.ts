import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxNativeSteps, nativeLengthLimit, nativeSteps } from '../../src/pattern/backtracking-cost.ts';
import { parseRegex } from '../../src/pattern/parse-regex.ts';
import type { RegexNode } from '../../src/pattern/regex-node.ts';
import { countSteps } from './count-steps.ts';
import { grownPatterns, nativeRegExp } from './pattern-arbitraries.ts';

function rootOf(source: string): RegexNode {
  const parsed = parseRegex(source);
  if ('refusal' in parsed) throw new Error(`${source} is refused: ${parsed.refusal.reason}`);
  return parsed.root;
}

describe('the longest path tested by the regular expression engine', () => {
  test.each([
    '\\.md$',
    '^docs/.*\\.(md|mdx)$',
    '\\.(css|html|json|mdx?|jsx?|tsx?)$',
    '^project/[^/]+/s/[^/]+/c[^/]*\\.json$',
  ])('the path limit of the engine is above any usual path for %s', (source) => {
    expect(nativeLengthLimit(rootOf(source), 4096)).toBeGreaterThanOrEqual(2000);
  });

  test.each(['.*\\.md$', '(.*\\.(md|ts|tsx|js|jsx)$|.*\\.json$)', '^(?!.*\\.test\\.(js|tsx|ts)$).*\\.(js|tsx|ts)$'])(
    'the path limit of the engine covers most usual paths for %s',
    (source) => {
      expect(nativeLengthLimit(rootOf(source), 4096)).toBeGreaterThanOrEqual(60);
    },
  );

  test.each(['(a|a)*b', '(.*)*x', '(?:a*)*$', '(?:[a-z]+)*x', '(a|aa)+$', '(x+x+)+y', '(?=(a+)+$)b', '(?<=(a|a)*)b'])(
    'the path limit of the engine is at most one character for %s',
    (source) => {
      expect(nativeLengthLimit(rootOf(source), 4096)).toBeLessThanOrEqual(1);
    },
  );
});

test('the backtracking limit holds for a matcher that tries all alternatives', () => {
  const paths = fc.array(fc.string({ unit: fc.constantFrom('a', 'a', 'b', '/', '1'), maxLength: 12 }), {
    minLength: 5,
    maxLength: 5,
  });
  fc.assert(
    fc.property(grownPatterns, paths, (source, subjects) => {
      if (nativeRegExp(source) === undefined) return;
      const root = rootOf(source);
      for (const path of subjects) {
        const bound = nativeSteps(root, path.length);
        if (bound <= maxNativeSteps) expect(countSteps(root, path, maxNativeSteps + 1)).toBeLessThanOrEqual(bound);
      }
    }),
    { numRuns: 1500 },
  );
});
