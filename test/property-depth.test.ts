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

describe('a property', () => {
  test('runs as often as it states, times the depth of the environment', () => {
    expect(runsOf(2000)).toBe(2000 * depth);
  });

  test('runs a hundred times at least, or as often as it states', () => {
    expect(runsOf(150)).toBe(Math.max(150 * depth, 100));
    expect(runsOf(8)).toBe(Math.ceil(Math.max(8 * depth, 8)));
    expect(runsOf()).toBe(Math.max(100 * depth, 100));
  });

  test('that fails is reported with its counterexample', () => {
    const fails = fc.property(fc.integer(), () => false);
    expect(() => fc.assert(fails, { numRuns: 1000, seed: 1 })).toThrow('Counterexample: [0]');
  });
});
