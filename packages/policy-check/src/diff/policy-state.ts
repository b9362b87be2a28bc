import type { Policy } from '@modegate/mode-core';
import type { ServerInventory } from '../matrix/inventory.ts';

/** One side of a comparison. */
export interface PolicyState {
  readonly policy: Policy;
  /** Tools and resources that the servers offer on this side. Default: unknown. */
  readonly inventory?: readonly ServerInventory[] | undefined;
}

/** Lists the slugs of the modes on one side. */
export function comparedSlugs({ policy }: PolicyState): readonly string[] {
  return policy.modes.map(({ config }) => config.slug);
}
