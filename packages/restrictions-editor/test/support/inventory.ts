import type { OfferedServer } from '@modegate/restrictions-editor/model';
import { serverNames, toolNames } from '../../../policy-check/test/support/arbitrary-policy.ts';

/** What the servers of generated projects offer; one of them was never asked. */
export const inventory: readonly OfferedServer[] = [
  ...serverNames.slice(0, 3).map((name) => ({ name, tools: toolNames.map((tool) => ({ name: tool })) })),
  { name: 'Docs' },
];
