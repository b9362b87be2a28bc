import type { UnreadableConstruct } from './analysis.ts';

/** @internal Thrown where the effect of a text cannot be told; caught by `analyseCommand` and `parseCommandRule`. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  readonly found: UnreadableConstruct;

  constructor(found: UnreadableConstruct) {
    super(found.construct);
    this.found = found;
  }
}
