import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { misjudged } from '../support/judge-pairs.ts';
import { mutatedPairs } from '../support/mutated-project.ts';

test('R1-10: a diff contains every call that a project change allows, and its grants are real grants', () => {
  fc.assert(
    fc.property(mutatedPairs, (pair) => {
      expect(misjudged(pair)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
