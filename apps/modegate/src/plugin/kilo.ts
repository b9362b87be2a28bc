import { createHooks } from './opencode-hooks.ts';

/** Plugin for Kilo. */
export default {
  id: 'modegate',
  server: async (context: { readonly directory: string }) => createHooks('kilo', context),
};
