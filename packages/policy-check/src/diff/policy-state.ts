import type { Policy } from '@modegate/mode-core';
import type { InventoryServer } from '../matrix/inventory.ts';

/** One side of a comparison. */
export interface PolicyState {
  readonly policy: Policy;
  /** Tools and resources that the servers offer on this side. Default: unknown. */
  readonly inventory?: readonly InventoryServer[] | undefined;
}
