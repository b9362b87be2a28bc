import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const depth = Number(process.env.MODEGATE_PROPERTY_DEPTH);

/** How many runs a property has that states so many. */
function runsOf(numRuns?: number): number {
  let runs = 0;
  const property = fc.property(fc.integer(), () => void runs++);
  fc.assert(property, numRuns === undefined ? undefined : { numRuns });
  return runs;
}

describe('a property test', () => {
  test('a property runs as often as stated, times the depth of the environment', () => {
    expect(runsOf(2000)).toBe(2000 * depth);
  });

  test('a property runs at least a hundred times, or as often as it states', () => {
    expect(runsOf(150)).toBe(Math.max(150 * depth, 100));
    expect(runsOf(8)).toBe(Math.ceil(Math.max(8 * depth, 8)));
    expect(runsOf()).toBe(Math.max(100 * depth, 100));
  });

  test('a failed property is reported with its counterexample', () => {
    const fails = fc.property(fc.integer(), () => false);
    expect(() => fc.assert(fails, { numRuns: 1000, seed: 1 })).toThrow('Counterexample: [0]');
  });
});
