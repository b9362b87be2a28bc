import { createHooks } from './opencode-hooks.ts';

/** The plugin of Kilo. */
export default {
  id: 'modegate',
  server: async (context: { readonly directory: string }) => createHooks('kilo', context),
};
