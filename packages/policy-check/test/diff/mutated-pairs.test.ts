import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { misjudged } from '../support/judge-pairs.ts';
import { mutatedPairs } from '../support/mutated-project.ts';

test('R1-10: every call that a change of a project allows is in the diff, and what is called a grant is one', () => {
  fc.assert(
    fc.property(mutatedPairs, (pair) => {
      expect(misjudged(pair)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
