import type { Policy } from '@modegate/mode-core';
import type { InventoryServer } from '../matrix/inventory.ts';

/** One side of a comparison. */
export interface PolicyState {
  readonly policy: Policy;
  /** What the servers offer on this side. Default: nothing is known. */
  readonly inventory?: readonly InventoryServer[] | undefined;
}
