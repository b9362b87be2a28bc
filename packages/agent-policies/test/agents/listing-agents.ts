import { kiloAgent, opencodeAgent } from '@modegate/agent-policies';
import type { ListingAgent } from './rule-lists.ts';

/** The installed opencode. */
export const opencodeListing: ListingAgent = {
  name: 'opencode',
  program: 'opencode-ai-1.18.33/node_modules/opencode-linux-x64/bin/opencode',
  plugin: ['@opencode-ai/plugin', '1.18.33'],
  ours: opencodeAgent,
};

/** The installed Kilo. */
export const kiloListing: ListingAgent = {
  name: 'kilo',
  program: '_kilocode_cli-7.7.7/node_modules/@kilocode/cli-linux-x64/bin/kilo',
  plugin: ['@kilocode/plugin', '7.7.7'],
  ours: kiloAgent,
};
