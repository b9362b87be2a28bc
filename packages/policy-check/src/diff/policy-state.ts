import type { Policy } from '@modegate/mode-core';
import type { ServerInventory } from '../matrix/inventory.ts';

/** One side of a comparison. */
export interface PolicyState {
  readonly policy: Policy;
  /** Tools and resources that the servers offer on this side. Default: unknown. */
  readonly inventory?: readonly ServerInventory[] | undefined;
}
