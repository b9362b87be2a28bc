import * as fastCheck from 'fast-check';

/**
 * What tests get for `fast-check`: the same, but that a property runs as deep as the environment wants. Each property
 * states its full number of runs; `MODEGATE_PROPERTY_DEPTH` multiplies it, as 20 does for a night.
 */
export * from 'fast-check';

/** A property that states fewer runs than this keeps them at every depth. */
const leastRuns = 100;

/** The multiplier: 1 is what the properties state, as in CI. */
const depth = Number(process.env.MODEGATE_PROPERTY_DEPTH);
if (!(depth > 0)) throw new Error(`MODEGATE_PROPERTY_DEPTH must be a number above 0, and is ${depth}.`);

/** As `assert` of fast-check, which also replaces it. */
export function assert(property: fastCheck.IRawProperty<unknown>, params: fastCheck.Parameters<unknown> = {}): unknown {
  const { numRuns = leastRuns } = params;
  const runs = Math.max(Math.min(numRuns, leastRuns), Math.ceil(numRuns * depth));
  return fastCheck.assert(property, { ...params, numRuns: runs });
}

export default { ...fastCheck, assert };
