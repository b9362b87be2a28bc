import type { UnreadableConstruct } from './analysis.ts';

/**
 * @internal Thrown if the effect of a command is not clear from its text; caught by `analyseCommand` and
 * `parseCommandRule`.
 */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  readonly found: UnreadableConstruct;

  constructor(found: UnreadableConstruct) {
    super(found.construct);
    this.found = found;
  }
}
